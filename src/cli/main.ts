#!/usr/bin/env node
import { nodeIo } from './node-io.js';
import { runCommand } from './program.js';

// The exit code is set, not forced, so that the process ends when its output has left it.
process.exitCode = await runCommand(process.argv.slice(2), nodeIo());
