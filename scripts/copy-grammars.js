/**
 * Copies the grammars that scopes are read with into `dist/grammars`, each with its licence. They come from development
 * dependencies, whose native builds and sources users of the package would otherwise have to install.
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Copies `files`, a list of `{package, file}`, and the licence of each package, into `outdir`. */
export function copyGrammars(files, outdir) {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  for (const { package: name, file } of files) {
    const folder = dirname(require.resolve(`${name}/package.json`));
    copyFileSync(join(folder, file), join(outdir, file));
    copyFileSync(join(folder, 'LICENSE'), join(outdir, `${name.split('/').pop()}.LICENSE`));
  }
}
