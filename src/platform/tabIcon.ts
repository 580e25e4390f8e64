import { Uri } from 'vscode';

/** The icon of an editor tab of ours, for light and dark themes. */
export function tabIcon(
  extensionUri: Uri,
  name: 'query' | 'records',
): { readonly light: Uri; readonly dark: Uri } {
  const icon = (theme: string) => Uri.joinPath(extensionUri, 'media', `${name}-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}
