/** A proxy that knows every name (all are 127.0.0.1) and forwards both ways: CONNECT, and absolute-form requests. */
import net from 'node:net';
import type tls from 'node:tls';
import { message, RawServer, type RawRequest } from './rawServer.ts';

export interface ProxyOptions {
  /** What it answers instead of forwarding. */
  readonly status?: number;
  readonly tls?: tls.TlsOptions;
}

export function startProxy(options: ProxyOptions = {}): Promise<RawServer> {
  return RawServer.start(
    (request, socket) => {
      if (options.status !== undefined) {
        socket.end(message(options.status, { 'proxy-authenticate': 'Basic realm="proxy"' }, 'no'));
      } else if (request.method === 'CONNECT') {
        const upstream = connectTo(Number(request.target.split(':')[1]), socket);
        upstream.once('connect', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
      } else {
        forward(request, socket);
      }
    },
    options.tls ? { tls: options.tls } : {},
  );
}

function forward(request: RawRequest, socket: net.Socket): void {
  const url = new URL(request.target);
  const fields = [...request.headers]
    .filter(([name]) => !name.startsWith('proxy-') && name !== 'connection')
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const upstream = connectTo(Number(url.port), socket);
  const line = `${request.method} ${url.pathname}${url.search} HTTP/1.1\r\n`;
  upstream.write(`${line}${fields}connection: close\r\n\r\n${request.body}`);
}

function connectTo(port: number, socket: net.Socket): net.Socket {
  const upstream = net.connect(port, '127.0.0.1');
  upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  socket.on('close', () => upstream.destroy());
  socket.pipe(upstream).pipe(socket);
  return upstream;
}
