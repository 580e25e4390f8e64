/** The portals and files of the window as places of agents. */
import type { AgentFile, AgentPlaces, AgentPortal } from '../agents/agentPlaces.ts';
import { AgentFault } from '../agents/agentFault.ts';
import { untilAborted } from '../base/untilAborted.ts';
import { parseAddress, parseResource } from '../datastore/wire/address.ts';
import { LearnedDialect } from '../datastore/dialect/learnedDialect.ts';
import { type Portal, portalAddress } from '../platform/portal.ts';
import type { LocalListing, LocalPort } from '../platform/ports/localPort.ts';
import type { AssistantPorts } from './assistantPorts.ts';

/** A tool's input as VS Code passes it on. The tools check it. */
export type GivenInput = Readonly<Record<string, unknown>>;

/** A portal of the list, or one that an input names by its address, which has no `portalId`. */
export interface WindowPortal extends AgentPortal {
  readonly portalId?: string;
}

export interface WindowFile extends AgentFile {
  readonly resourceId: string;
}

export interface WindowPlaces extends Pick<AgentPlaces, 'transport'> {
  readonly portals: readonly WindowPortal[];
  readonly files: readonly WindowFile[];
  /** The portal that only the input names. Nothing may be sent to it before people agree. */
  readonly other?: WindowPortal;
  /** The input with the names of places instead of their addresses. */
  readonly input: GivenInput;
}

export class AssistantPlaces {
  readonly #ports: AssistantPorts;
  /** Portals by their addresses, so that what was learned of them stays. */
  readonly #portals = new Map<string, WindowPortal>();

  constructor(ports: AssistantPorts) {
    this.#ports = ports;
  }

  /** Asks no server and reads no file. */
  async for(input: GivenInput): Promise<WindowPlaces> {
    const { files, transport } = this.#ports;
    const listed = this.#ports.listed().map((portal) => this.#listed(portal));
    const { candidates, named } = namedIn(input);
    const [baseUrl] = candidates;
    const own = listed.find((portal) => candidates.includes(portal.baseUrl));
    const other = baseUrl === undefined || own !== undefined ? undefined : this.#other(baseUrl);
    const portal = own ?? other;
    return {
      portals: other === undefined ? listed : [...listed, other],
      files: filesOf(await files.resources().catch(() => []), files),
      // The transport belongs to the window.
      transport: { send: (request, signal) => transport.send(request, signal), dispose: () => Promise.resolve() },
      input: portal === undefined ? input : { ...input, ...named(portal.name) },
      ...(other !== undefined && { other }),
    };
  }

  #listed(portal: Portal): WindowPortal {
    const { id: portalId, baseUrl } = portal;
    const { sources, portals } = this.#ports;
    return this.#kept(`${portalId} ${baseUrl}`, () => {
      const { access } = sources.of(portal).connect({ portalId, baseUrl });
      return { portalId, name: portalAddress(portal), baseUrl, access, dialect: portals.dialect(portalId) };
    });
  }

  #other(baseUrl: string): WindowPortal {
    const access = () => Promise.resolve({ baseUrl });
    const name = portalAddress({ baseUrl });
    return this.#kept(baseUrl, () => ({ name, baseUrl, access, dialect: new LearnedDialect() }));
  }

  #kept(key: string, make: () => WindowPortal): WindowPortal {
    const portal = this.#portals.get(key) ?? make();
    this.#portals.set(key, portal);
    return portal;
  }
}

interface NamedPortal {
  /** Base URLs that the address of the input can mean, likeliest first. */
  readonly candidates: readonly string[];
  /** The members of the input that name the portal. */
  readonly named: (portal: string) => GivenInput;
}

function namedIn({ resource, portal }: GivenInput): NamedPortal {
  if (typeof resource === 'string' && /^\s*https?:/i.test(resource)) {
    const address = parseResource(resource);
    if ('candidates' in address)
      return { candidates: address.candidates, named: (name) => ({ resource: `${name}:${address.resourceId}` }) };
  }
  const address = typeof portal === 'string' && /^\s*https?:/i.test(portal) ? parseAddress(portal) : undefined;
  const candidates = address !== undefined && 'candidates' in address ? address.candidates : [];
  return { candidates, named: (name) => ({ portal: name }) };
}

/** Two files with one name get a number each. */
function filesOf(listed: readonly LocalListing[], local: LocalPort): readonly WindowFile[] {
  const names = new Set<string>();
  return listed.map(({ id: resourceId, name }) => {
    let free = name;
    for (let number = 2; names.has(free); number += 1) free = `${name} (${String(number)})`;
    names.add(free);
    return { name: free, resourceId, open: (signal) => opened(free, resourceId, local, signal) };
  });
}

async function opened(name: string, resourceId: string, local: LocalPort, signal: AbortSignal) {
  const isWhole = await local
    .refresh(resourceId, signal)
    .then(() => untilAborted(local.partial(resourceId)?.isWhole ?? Promise.resolve(true), signal))
    .catch(() => false);
  signal.throwIfAborted();
  // Reasons name the folders of files.
  if (!isWhole) throw new AgentFault(`${name} can't be read.`, 'Ask people to open it, which says why.');
  return { access: (each: AbortSignal) => local.access(each), resourceId };
}
