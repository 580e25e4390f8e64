/** The package's own types for the inner modules that undiciTransport.ts imports (see there). */
declare module 'undici/lib/dispatcher/agent.js' {
  import type { Agent as Type } from 'undici';
  const Agent: typeof Type;
  export = Agent;
}

declare module 'undici/lib/dispatcher/dispatcher.js' {
  import type { Dispatcher as Type } from 'undici';
  const Dispatcher: typeof Type;
  export = Dispatcher;
}

declare module 'undici/lib/dispatcher/proxy-agent.js' {
  import type { ProxyAgent as Type } from 'undici';
  const ProxyAgent: typeof Type;
  export = ProxyAgent;
}

declare module 'undici/lib/api/index.js' {
  import type { Dispatcher } from 'undici';
  const api: Pick<Dispatcher, 'request' | 'stream' | 'pipeline' | 'upgrade' | 'connect'>;
  export = api;
}
