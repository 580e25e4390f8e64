import * as vscode from 'vscode';
import type { NetworkSettings } from '../http/networkSettings.ts';

/** What VS Code and the environment say about proxies and certificates, for a transport of our own. */
export function readNetworkSettings(): NetworkSettings {
  const http = vscode.workspace.getConfiguration('http');
  const proxy = http.get<string>('proxy') ?? '';
  const authorization = http.get<string | null>('proxyAuthorization') ?? '';
  return {
    ...(proxy !== '' && { proxy }),
    ...(authorization !== '' && { proxyAuthorization: authorization }),
    noProxy: http.get<readonly string[]>('noProxy') ?? [],
    proxySupport: http.get<NetworkSettings['proxySupport']>('proxySupport') ?? 'override',
    strictSsl: http.get<boolean>('proxyStrictSSL') ?? true,
    systemCertificates: http.get<boolean>('systemCertificates') ?? true,
    environment: process.env,
  };
}
