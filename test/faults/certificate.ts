/** Self-made certificates, by the openssl command at test time: no private key lies in the repository. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const CA_CONFIG = `
[ca]
default_ca = self
[self]
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
copy_extensions = copy
[any]
commonName = supplied
`;

/** Signed by itself, for these names; `expired` since 2020. */
export function certificate(names: readonly string[], options: { expired?: boolean } = {}): Certificate {
  const directory = mkdtempSync(path.join(tmpdir(), 'certificate-'));
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: directory, stdio: 'pipe' });
  };
  try {
    const subject = names.map((name) => (/^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`)).join(',');
    const about = ['-subj', '/CN=test', '-addext', `subjectAltName=${subject}`, '-nodes', '-keyout', 'key.pem'];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
    if (options.expired === true) {
      writeFileSync(path.join(directory, 'ca.cnf'), CA_CONFIG);
      writeFileSync(path.join(directory, 'index.txt'), '');
      writeFileSync(path.join(directory, 'serial'), '01');
      openssl('req', ...curve, ...about, '-out', 'request.pem');
      const time = ['-startdate', '20200101000000Z', '-enddate', '20200201000000Z'];
      openssl(
        ...'ca -config ca.cnf -selfsign -batch -notext -keyfile key.pem -in request.pem -out cert.pem'.split(' '),
        ...time,
      );
    } else {
      openssl('req', '-x509', ...curve, ...about, '-days', '2', '-out', 'cert.pem');
    }
    const read = (name: string): string => readFileSync(path.join(directory, name), 'utf8');
    return { key: read('key.pem'), cert: read('cert.pem') };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
