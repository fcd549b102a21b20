/** A small real source in each programming language, what a reader of it would call its parts, and some of them cut out. */
export interface SourceCase {
  readonly fileName: string;
  readonly text: string;
  /** As `outlineOf` writes it. */
  readonly outline: string;
  /** By the name that selects them. */
  readonly slices: Readonly<Record<string, string>>;
}

export const SOURCES: Readonly<Record<string, SourceCase>> = {
  typescript: {
    fileName: 'inventory.ts',
    text: `/** The licence. */

import { Base } from './base.js';

/** How much there is of a thing. */
export interface Stock {
  readonly count: number;
  /** Takes some away. */
  take(count: number): Stock;
}

export type Key = string | number;
export const enum Unit { Piece, Box }

// Counts from one.
export const FIRST = 1;
let last = 0,
  total = 0;
const { min, max: [top] } = Math as never;

@sealed
export class Store<T> extends Base implements Iterable<T> {
  static readonly LIMIT = 10;
  #items: T[] = [];
  onChange = (key: Key) => { last = Number(key); };
  constructor(private readonly name: string) { super(); }
  @logged() get size(): number { return this.#items.length; }
  set size(value: number) { this.#items.length = value; }
  add(item: T): this;
  add(item: T, at: number): this;
  add(item: T, at = 0): this { this.#items.splice(at, 0, item); return this; }
  *[Symbol.iterator]() { yield* this.#items; }
}

export function pick(from: Store<string>): string;
export function pick(from: Store<number>): number;
/** Picks. */
export function pick(from: Store<unknown>): unknown {
  const local = 1;
  const better = (a: number) => a + local;
  function best() { return better(1); }
  return best();
}

export const handlers = { open() {}, close: async () => {}, size: 3 };
export default { name: 'x' };
declare module 'other' { export function away(): void; }
namespace Deep.Er { export const inside = 1; }
`,
    outline: `interface Stock @5-10
  method take @8-9
type Key @12
enum Unit @13
constant FIRST @15-16
variable last @17
variable total @18
constant { min, max: [top] } @19
class Store @21-33
  constant LIMIT @23
  variable #items @24
  method onChange @25
  method constructor @26
  method size @27-28
  method add @29-31
  method [Symbol.iterator] @32
function pick @35-43
  function better @40
  function best @41
constant handlers @45
  method open @45
  method close @45
constant default @46
module other @47
  function away @47
module Deep.Er @48
  constant inside @48`,
    slices: {
      FIRST: `// Counts from one.
export const FIRST = 1;`,
      'Store.size': `@logged() get size(): number { return this.#items.length; }
  set size(value: number) { this.#items.length = value; }`,
      'Store.add': `add(item: T): this;
  add(item: T, at: number): this;
  add(item: T, at = 0): this { this.#items.splice(at, 0, item); return this; }`,
      pick: `export function pick(from: Store<string>): string;
export function pick(from: Store<number>): number;
/** Picks. */
export function pick(from: Store<unknown>): unknown {
  const local = 1;
  const better = (a: number) => a + local;
  function best() { return better(1); }
  return best();
}`,
      'Store.LIMIT': 'static readonly LIMIT = 10;',
      last: 'last = 0',
    },
  },
  tsx: {
    fileName: 'button.tsx',
    text: `export const Button = ({ label }: Props) => <button onClick={() => press(label)}>{label}</button>;
export function Page() { return <><Button label="a" /></>; }
`,
    outline: `function Button @1
function Page @2`,
    slices: {
      Button:
        'export const Button = ({ label }: Props) => <button onClick={() => press(label)}>{label}</button>;',
    },
  },
  javascript: {
    fileName: 'server.js',
    text: `#!/usr/bin/env node
'use strict';
const http = require('node:http');

/** Starts. */
async function start(port) { for (let i = 0; i < 1; i++) { const x = i; } }

class Server extends http.Server {
  static port = 80;
  stop() {}
}

Server.prototype.restart = function () {};
exports.start = start;
module.exports.stop = () => {};
module.exports = { Server, reload() {} };
var legacy = function () {};
`,
    outline: `constant http @3
function start @5-6
class Server @8-11
  variable port @9
  method stop @10
method restart < Server @13
function stop @15
constant module.exports @16
  method reload @16
function legacy @17`,
    slices: {
      start: `/** Starts. */
async function start(port) { for (let i = 0; i < 1; i++) { const x = i; } }`,
      'Server.restart': 'Server.prototype.restart = function () {};',
      reload: 'reload() {}',
    },
  },
  python: {
    fileName: 'shop.py',
    text: `#!/usr/bin/env python3
"""A shop."""
from __future__ import annotations

LIMIT = 10
name: str = "shop"
first, second = 1, 2
twice = lambda x: x * 2


# Sells things.
@register
@cached(ttl=1)
async def sell(item: str, *, count: int = 1) -> int:
    """Sells."""
    local = 1

    def check() -> bool:
        return True

    return local


class Shop(Base):
    """It sells."""

    COUNT = 1
    owner: str

    def __init__(self):
        self.x = 1

    @property
    def size(self):
        return 1

    @size.setter
    def size(self, value):
        pass

    class Meta:
        pass


if __name__ == "__main__":
    main = 1
`,
    outline: `constant LIMIT @5
variable name @6
variable first, second @7
function twice @8
function sell @11-21
  function check @18-19
class Shop @24-42
  constant COUNT @27
  variable owner @28
  method __init__ @30-31
  method size @33-39
  class Meta @41-42`,
    slices: {
      sell: `# Sells things.
@register
@cached(ttl=1)
async def sell(item: str, *, count: int = 1) -> int:
    """Sells."""
    local = 1

    def check() -> bool:
        return True

    return local`,
      'Shop.size': `@property
    def size(self):
        return 1

    @size.setter
    def size(self, value):
        pass`,
      LIMIT: 'LIMIT = 10',
      'sell.check': `def check() -> bool:
        return True`,
    },
  },
  go: {
    fileName: 'queue.go',
    text: `//go:build linux

package queue

import "sync"

// Limit is how many.
const Limit = 10

const (
	A = iota
	B // second
)

var mu, other sync.Mutex

// Queue holds jobs.
type Queue[T any] struct {
	jobs []T
}

type (
	Runner interface {
		Run(job int) error
	}
	ID = string
)

// Push adds a job.
func (q *Queue[T]) Push(job T) {
	local := func() {}
	local()
}

func New() *Queue[int] { return nil }
`,
    outline: `constant Limit @7-8
constant A @11
constant B @12
variable mu, other @15
class Queue @17-20
interface Runner @23-25
  method Run @24
type ID @26
method Push < Queue @29-33
function New @35`,
    slices: {
      'Queue.Push': `// Push adds a job.
func (q *Queue[T]) Push(job T) {
	local := func() {}
	local()
}`,
      Limit: `// Limit is how many.
const Limit = 10`,
      A: 'A = iota',
    },
  },
  rust: {
    fileName: 'lib.rs',
    text: `//! A crate.

use std::fmt;

/// A point.
#[derive(Debug, Clone)]
pub struct Point<T> { x: T }

pub trait Area { const SIDES: u8; fn area(&self) -> f64; }

impl<T> Point<T> {
    /// Makes one.
    pub fn new(x: T) -> Self { fn helper() {} Point { x } }
}

impl fmt::Display for Point<u8> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { Ok(()) }
}

pub enum Shape { Circle, Square(u8) }
type Pair = (u8, u8);
const ZERO: u8 = 0;
static mut COUNT: u8 = 0;
macro_rules! twice { ($x:expr) => { $x * 2 }; }
mod tests { #[test] fn works() { const LOCAL: u8 = 1; } }
`,
    outline: `class Point @5-7
interface Area @9
  constant SIDES @9
  method area @9
impl impl Point<T> @11-14
  method new < Point @12-13
    function helper @13
impl impl fmt::Display for Point<u8> @16-18
  method fmt < Point @17
enum Shape @20
type Pair @21
constant ZERO @22
variable COUNT @23
function twice @24
module tests @25
  function works @25`,
    slices: {
      'Point.new': `/// Makes one.
    pub fn new(x: T) -> Self { fn helper() {} Point { x } }`,
      Point: `/// A point.
#[derive(Debug, Clone)]
pub struct Point<T> { x: T }`,
      works: '#[test] fn works() { const LOCAL: u8 = 1; }',
      'impl fmt::Display for Point<u8>.fmt':
        'fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { Ok(()) }',
    },
  },
  java: {
    fileName: 'Bank.java',
    text: `package bank;

import java.util.List;

/** A bank. */
@Entity
public final class Bank<T> implements Iterable<T> {
    private static final int LIMIT = 10;
    private int a = 1, b = 2;

    public Bank() {}

    /** Pays. */
    @Override
    public void pay(int sum) { class Local {} int local = 1; }

    interface Account { int RATE = 1; void close(); }
    enum Kind { OPEN { void x() {} }, CLOSED; int code; }
    record Entry(int sum) { Entry { } }
    @interface Audited { String value() default ""; }
}
`,
    outline: `class Bank @5-21
  constant LIMIT @8
  variable a @9
  variable b @9
  method Bank @11
  method pay @13-15
    class Local @15
  interface Account @17
    constant RATE @17
    method close @17
  enum Kind @18
    method x @18
    variable code @18
  class Entry @19
    method Entry @19
  interface Audited @20
    method value @20`,
    slices: {
      'Bank.pay': `/** Pays. */
    @Override
    public void pay(int sum) { class Local {} int local = 1; }`,
      'Bank.LIMIT': 'private static final int LIMIT = 10;',
      'Account.RATE': 'int RATE = 1;',
      a: 'a = 1',
    },
  },
  c: {
    fileName: 'list.c',
    text: `#ifndef LIST_H
#define LIST_H
#include <stddef.h>
#define CAPACITY 16
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* A list. */
typedef struct list {
    int *items;
} list_t;

struct node { struct node *next; };
enum color { RED, GREEN };
typedef int (*compare)(const void *, const void *);
extern int verbose;
static const int limit = 3;
int count = 0, *cursor;

int list_add(list_t *list, int item);
static char *name_of(int id) { static char buffer[8]; int x = 1; return buffer; }
int list_add(list_t *list, int item)
{
    return item;
}
#endif
`,
    outline: `constant CAPACITY @4
function MAX @5
class list_t @7-10
class node @12
enum color @13
type compare @14
variable verbose @15
constant limit @16
variable count @17
variable cursor @17
function name_of @20
function list_add @21-24`,
    slices: {
      list_add: `int list_add(list_t *list, int item)
{
    return item;
}`,
      list_t: `/* A list. */
typedef struct list {
    int *items;
} list_t;`,
      node: 'struct node { struct node *next; };',
      CAPACITY: '#define CAPACITY 16',
      name_of: 'static char *name_of(int id) { static char buffer[8]; int x = 1; return buffer; }',
    },
  },
  cpp: {
    fileName: 'shape.cpp',
    text: `#include <vector>

namespace geo::flat {

/// A shape.
template <typename T>
class Shape : public Base {
public:
  Shape();
  virtual ~Shape() {}
  int area() const;
  bool operator==(const Shape &other) const { return true; }
  static constexpr int sides = 4;

private:
  int width_ = 0;
  enum class Mode { on, off };
};

struct Point { int x; };
using Points = std::vector<Point>;
template <typename T> concept Small = sizeof(T) < 8;

template <typename T>
Shape<T>::Shape() : width_(1) {}

int area(const Point &p) { auto f = [](int x) { int y = x; return y; }; return f(p.x); }
}  // namespace
`,
    outline: `module geo::flat @3-28
  class Shape @5-18
    method ~Shape @10
    method area @11
    method operator== @12
    constant sides @13
    variable width_ @16
    enum Mode @17
  class Point @20
    variable x @20
  type Points @21
  type Small @22
  method Shape < Shape @24-25
  function area @27`,
    slices: {
      'Shape.Shape': `template <typename T>
Shape<T>::Shape() : width_(1) {}`,
      'Shape.operator==': 'bool operator==(const Shape &other) const { return true; }',
      'Point.x': 'int x;',
      'geo::flat.area':
        'int area(const Point &p) { auto f = [](int x) { int y = x; return y; }; return f(p.x); }',
    },
  },
  csharp: {
    fileName: 'Shop.cs',
    text: `using System;

namespace Shop.Core
{
    /// <summary>An order.</summary>
    [Serializable]
    public class Order : IOrder
    {
        public const int Limit = 1;
        private static readonly string Name = "x";
        private int a, b;
        public int Total { get; set; }
        public Order(int a) { int Local() => 1; }
        ~Order() { }
        [Obsolete] public async Task Pay(int sum) { var x = 1; }
        public static Order operator +(Order a, Order b) => a;
        public int this[int i] => 1;
        public event Action Changed;
        private delegate void Handler(int a);
    }

    public interface IOrder { void Pay(int sum); }
    public enum State { Open, Closed }
    public record Line(int Sum);
    public struct Money { public int Cents; }
}
`,
    outline: `module Shop.Core @3-26
  class Order @5-20
    constant Limit @9
    constant Name @10
    variable a @11
    variable b @11
    variable Total @12
    method Order @13
      function Local @13
    method ~Order @14
    method Pay @15
    method operator + @16
    method this[] @17
    variable Changed @18
    type Handler @19
  interface IOrder @22
    method Pay @22
  enum State @23
  class Line @24
  class Money @25
    variable Cents @25`,
    slices: {
      'Order.Pay': '[Obsolete] public async Task Pay(int sum) { var x = 1; }',
      Limit: 'public const int Limit = 1;',
      'Order.operator +': 'public static Order operator +(Order a, Order b) => a;',
      a: 'a',
    },
  },
  ruby: {
    fileName: 'cart.rb',
    text: `# frozen_string_literal: true

# A cart.
module Shop
  LIMIT = 10

  class Cart < Base
    attr_reader :items

    def initialize; @items = []; end

    # Whether it is empty.
    def empty? = @items.empty?

    def self.build(*items) = new

    class << self
      def default; end
    end

    private def secret
      local = 1
    end
  end

  Line = Struct.new(:item) do
    def total; end
  end
end

def helper(x)
  x
end
$debug = false
`,
    outline: `module Shop @3-29
  constant LIMIT @5
  class Cart @7-24
    method initialize @10
    method empty? @12-13
    method build @15
    method default @18
    method secret @21-23
  class Line @26-28
    method total @27
function helper @31-33
variable $debug @34`,
    slices: {
      'Cart.empty?': `# Whether it is empty.
    def empty? = @items.empty?`,
      secret: `private def secret
      local = 1
    end`,
      'Line.total': 'def total; end',
    },
  },
  php: {
    fileName: 'Mail.php',
    text: String.raw`<html>
<?php
namespace App\Mail;

const LIMIT = 1;

/** A mail. */
#[Entity]
final class Mail extends Base implements Sendable
{
    use Loggable;
    public const A = 1, B = 2;
    private static ?string $subject = null;

    public function __construct(private int $id) {}

    /** Sends. */
    public function send(): void { $local = 1; }
}

interface Sendable { public function send(): void; }
trait Loggable { protected function log() {} }
enum State: string { case On = 'on'; public function label() {} }
function helper() { return fn($x) => $x; }
$handler = function () {};
$count = 1;
?>
</html>
`,
    outline: `constant LIMIT @5
class Mail @7-19
  constant A @12
  constant B @12
  variable $subject @13
  method __construct @15
  method send @17-18
interface Sendable @21
  method send @21
class Loggable @22
  method log @22
enum State @23
  method label @23
function helper @24
function $handler @25
variable $count @26`,
    slices: {
      'Mail.send': `/** Sends. */
    public function send(): void { $local = 1; }`,
      $handler: '$handler = function () {};',
      'Mail.$subject': 'private static ?string $subject = null;',
    },
  },
  bash: {
    fileName: 'deploy.sh',
    text: `#!/usr/bin/env bash
# Sets up.
set -euo pipefail

TARGET="prod"
readonly VERSION=1
export A=1 B=2
declare -r LIMIT=3

# Says what happens.
log() {
  local message=$1
  COUNT=1
}

function deploy {
  cat <<TEXT
fake() { :; }
TEXT
}
FOO=bar env
`,
    outline: `variable TARGET @5
constant VERSION @6
variable A @7
variable B @7
constant LIMIT @8
function log @10-14
function deploy @16-20`,
    slices: {
      log: `# Says what happens.
log() {
  local message=$1
  COUNT=1
}`,
      VERSION: 'readonly VERSION=1',
      deploy: `function deploy {
  cat <<TEXT
fake() { :; }
TEXT
}`,
    },
  },
};
