const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH/;
const NO_TLS = /^(ERR_(SSL|TLS)|EPROTO)/;

/** Why no encrypted connection was made, by a code of Node or OpenSSL. Undefined for codes of other failures. */
export function tlsRefusalOf(code: string): 'certificate' | 'noEncryption' | undefined {
  if (CERTIFICATE.test(code)) return 'certificate';
  return NO_TLS.test(code) ? 'noEncryption' : undefined;
}
