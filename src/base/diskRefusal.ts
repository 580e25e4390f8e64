const REFUSALS: Readonly<Partial<Record<string, 'diskFull' | 'noPermission'>>> = {
  ...{ ENOSPC: 'diskFull', EDQUOT: 'diskFull' },
  ...{ EACCES: 'noPermission', EPERM: 'noPermission', EROFS: 'noPermission' },
};

/** What the file system refuses, by Node's `code` of the error. Undefined for other errors. */
export function diskRefusal(error: unknown): 'diskFull' | 'noPermission' | undefined {
  return REFUSALS[(error as { readonly code?: string }).code ?? ''];
}
