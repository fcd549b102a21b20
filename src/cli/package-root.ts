import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the installed package, found upwards from this module, wherever the build put it. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    if (isOurs(join(folder, 'package.json'))) return folder;
    const parent = dirname(folder);
    if (parent === folder)
      throw new Error('the package of this command is not complete: package.json is missing');
    folder = parent;
  }
}

/** The package's version. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version;
}

function isOurs(file: string): boolean {
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'redtree';
}
