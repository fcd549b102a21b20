/**
 * Packages that few runs of the command need, and then in code that cannot wait for them: the parser of YAML, the engine
 * for other people's patterns, the tables of character widths. Each becomes a file of its own, which is read when
 * something of the package is first called or looked into. The chunks hold a stand-in for each of its exports. A module of
 * Node's own may be late too.
 */
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const NAMESPACE = 'late';

/** An esbuild plugin that makes `names` late. They must be reached from chunks in `outdir`/chunks only. */
export function latePackages(names) {
  return {
    name: NAMESPACE,
    setup(bundle) {
      const { outdir, platform, target } = bundle.initialOptions;
      bundle.initialOptions.metafile = true;
      const homes = new Map();

      bundle.onResolve(
        { filter: new RegExp(`^(?:${names.join('|')})$`) },
        async ({ path: name, ...from }) => {
          if (from.pluginData === NAMESPACE) return null;
          if (isBuiltin(name)) return { path: name, namespace: NAMESPACE, sideEffects: false };
          const { importer, kind, resolveDir } = from;
          const found = await bundle.resolve(name, { importer, kind, resolveDir, pluginData: NAMESPACE });
          if (found.errors.length > 0) return found;
          if ((homes.get(name) ?? found.path) !== found.path) {
            return { errors: [{ text: `${name} stands here twice: ${homes.get(name)} and ${found.path}` }] };
          }
          homes.set(name, found.path);
          return { path: name, namespace: NAMESPACE, sideEffects: false };
        },
      );

      bundle.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path: name }) => {
        const home = isBuiltin(name) ? name : pathToFileURL(homes.get(name)).href;
        const exported = Object.keys(await import(home));
        return { contents: standIns(isBuiltin(name) ? name : `./late/${name}.cjs`, exported) };
      });

      bundle.onEnd(async ({ errors, metafile }) => {
        if (errors.length > 0) return;
        for (const [file, { inputs }] of Object.entries(metafile.outputs)) {
          const held = [...homes.keys()].find((name) => `${NAMESPACE}:${name}` in inputs);
          if (held !== undefined && !file.includes('/chunks/'))
            throw new Error(`${file} cannot find ${held}`);
        }
        await build({
          entryPoints: Object.fromEntries(homes),
          outdir: join(outdir, 'chunks', 'late'),
          outExtension: { '.js': '.cjs' },
          bundle: true,
          format: 'cjs',
          platform,
          target,
          minifySyntax: true,
          minifyWhitespace: true,
          logLevel: 'warning',
        });
      });
    },
  };
}

/** The source of a module that exports as much as what `file` holds, and loads it when something of it is used. */
function standIns(file, exported) {
  return `
    import { createRequire } from 'node:module';
    let loaded;
    const load = () => (loaded ??= createRequire(import.meta.url)('${file}'));
    const late = (key) => new Proxy(function () {}, {
      apply: (_, self, args) => Reflect.apply(load()[key], self, args),
      construct: (_, args) => Reflect.construct(load()[key], args),
      get: (_, property) => load()[key][property],
    });
    ${exported.map((key) => `const $${key} = /* @__PURE__ */ late('${key}');`).join('\n')}
    export { ${exported.map((key) => `$${key} as ${key}`).join(', ')} };
  `;
}
