/** Resources on a connection: listed, read, subscribed to. */
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Connection } from '../connection.js';
import type { Host, ToolProfile } from '../tool.js';
import { FIXED_RESOURCES } from './fixed.js';
import { type Content, parseTargetUri, readTargetResource, TARGET_TEMPLATES } from './targets.js';
import type { TargetWatch } from './watch.js';

/** The protocol's code for a resource that is not there. */
const RESOURCE_NOT_FOUND = -32002;

/** The most subscriptions that one connection may hold. */
const MOST_SUBSCRIPTIONS = 256;

/** What resources need. */
export interface ResourceServing {
  readonly profile: ToolProfile;
  readonly host: Host;
  readonly watch: TargetWatch;
  track<T>(work: Promise<T>): Promise<T>;
}

/** Offers the resources of the profile on the connection. The answer ends its subscriptions. */
export function serveResources(connection: Connection, serving: ResourceServing): () => void {
  const { profile, host, watch, track } = serving;
  const fixed = FIXED_RESOURCES.filter(({ profiles }) => profiles.includes(profile));
  const templates = TARGET_TEMPLATES.filter(({ profiles }) => profiles.includes(profile));
  const subscriptions = new Map<string, () => void>();
  let over = false;

  connection.on(ListResourcesRequestSchema, () => ({
    resources: fixed.map(({ profiles: _, text, ...listed }) => ({
      ...listed,
      size: Buffer.byteLength(text()),
    })),
  }));
  connection.on(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: templates.map(({ profiles: _, ...listed }) => listed),
  }));
  connection.on(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const content = await track(read(uri));
    if (content === null) throw notThere(uri);
    return { contents: [{ uri, ...content }] };
  });
  connection.on(SubscribeRequestSchema, async ({ params: { uri } }) => {
    if (subscriptions.has(uri) || fixed.some((resource) => resource.uri === uri)) return {};
    const target = templates.length === 0 ? null : parseTargetUri(uri);
    if (target === null) throw notThere(uri);
    if (subscriptions.size >= MOST_SUBSCRIPTIONS) {
      throw new McpError(-32000, `A connection has at most ${MOST_SUBSCRIPTIONS} subscriptions.`);
    }
    const end = await track(
      watch.listen(target.targetId, () => {
        // A client that has gone is seen elsewhere.
        connection.server.sendResourceUpdated({ uri }).catch(() => {});
      }),
    );
    if (end === null) throw notThere(uri);
    // Meanwhile the client may have gone, or asked again.
    if (over || subscriptions.has(uri)) end();
    else subscriptions.set(uri, end);
    return {};
  });
  connection.on(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    subscriptions.get(uri)?.();
    subscriptions.delete(uri);
    return {};
  });

  async function read(uri: string): Promise<Content | null> {
    const found = fixed.find((resource) => resource.uri === uri);
    if (found !== undefined) return { mimeType: found.mimeType, text: found.text() };
    const target = templates.length === 0 ? null : parseTargetUri(uri);
    return target === null ? null : readTargetResource(await host.database(), target);
  }

  return () => {
    over = true;
    for (const end of subscriptions.values()) end();
    subscriptions.clear();
  };
}

function notThere(uri: string): McpError {
  return new McpError(RESOURCE_NOT_FOUND, `There is no resource ${JSON.stringify(uri)} here.`, { uri });
}
