/** The tools of redtree for clients that speak the Model Context Protocol. */
export { TOOLS, toolsOf } from './catalogue/index.js';
export { SKILL } from './guide/skill.js';
export { type HttpServing, serveHttp } from './http/serve.js';
export {
  DEFAULT_LIMITS,
  DEFAULT_PORT,
  type GivenHttp,
  type HttpLimits,
  type HttpSettings,
  readHttpSettings,
} from './http/settings.js';
export { createServer, type ServerOptions, type ToolServer } from './server.js';
export {
  DEFAULT_RESULT_CHARS,
  LEAST_RESULT_CHARS,
  readSettings,
  type ServerSettings,
  SettingError,
} from './settings.js';
export { serveStdio } from './stdio/serve.js';
export {
  type Arguments,
  type ArgumentsSchema,
  type Host,
  type JsonSchema,
  TOOL_PROFILES,
  type Tool,
  type ToolHints,
  type ToolProfile,
} from './tool.js';
