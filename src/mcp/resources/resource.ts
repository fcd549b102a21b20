/** A resource as it is listed, and what it says. */
import type { ToolProfile } from '../tool.js';

/** A resource whose content is fixed with the release. */
export interface FixedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly profiles: readonly ToolProfile[];
  text(): string;
}

/** A family of resources. */
export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType?: string;
  readonly profiles: readonly ToolProfile[];
}
