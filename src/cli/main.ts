#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { nodeIo } from './node-io.js';
import { runCommand } from './program.js';

// A regular expression is to be compiled to machine code at once. By default its first run is on a bytecode whose optimizer
// takes ten times as long over the long patterns of the profiles, and what it makes is thrown away at the second run.
setFlagsFromString('--no-regexp-tier-up');

// The exit code is set, not forced, so that the process ends when its output has left it.
process.exitCode = await runCommand(process.argv.slice(2), nodeIo());
