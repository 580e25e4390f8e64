import net from 'node:net';

/** A connection to a server on this machine that can be made as slow as one to a remote machine. */
export interface SlowLine {
  readonly url: string;
  /** Delays everything sent from now on, each way. Bytes keep their order as long as the delay doesn't shrink. */
  readonly delay: (ms: number) => void;
  readonly close: () => void;
}

export async function openSlowLine(serverUrl: string): Promise<SlowLine> {
  let latencyMs = 0;
  const sockets = new Set<net.Socket>();
  const later = (send: () => void): void => {
    if (latencyMs === 0) send();
    else setTimeout(send, latencyMs);
  };
  const pass = (from: net.Socket, to: net.Socket): void => {
    sockets.add(from);
    from.on('data', (bytes) => later(() => to.write(bytes)));
    from.on('end', () => later(() => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      later(() => to.destroy());
    });
  };
  const server = net.createServer((socket) => {
    const upstream = net.connect(Number(new URL(serverUrl).port), '127.0.0.1');
    pass(socket, upstream);
    pass(upstream, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  const url = new URL(serverUrl);
  url.port = String(port);
  return {
    url: url.href.replace(/\/$/, ''),
    delay: (ms) => void (latencyMs = ms),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
