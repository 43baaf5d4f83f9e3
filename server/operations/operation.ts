/** One thing a caller can do, defined once. REST, MCP, OpenAPI and the docs are read off these. */
import type { z } from 'zod'
import type { Ability } from '#rules/ability.ts'
import type { Action } from '#rules/leash.ts'
import type { Code, FieldErrors } from '#rules/problem.ts'
import type { Arrived } from '#intake/intake.ts'
import type { Statement, Whose } from '#store/trip.ts'
import type { Caller, Context } from './context.ts'

/** A surface may be missing only for a reason, which the docs print. */
interface Absent {
  absent: string
}

export interface Rest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters are written `:id`. */
  path: `/api/${string}`
  status?: 200 | 201 | 202 | 204
  /** What REST callers write, when it differs from `input`; its output is the input. */
  accepts?: z.ZodType
  /** What the answer says beside its body. */
  headers?(output: unknown): Record<string, string>
  /** A body may be larger than others; it is read for those only who may make the call. */
  body_bytes?: number
  /** Bodies beside JSON: a form with a file, or raw bytes, which come as `context.sent`; or a table, which is the field `csv`. */
  takes?: 'form' | 'bytes' | 'csv'
  /** Other shapes of the same answer, by the value of `format` in the query, which `accepts` must know. */
  formats?: Readonly<Record<string, { type: string; write(output: unknown): string }>>
  /** The answer is a text that is sent while it is written: each call answers a `Piece`, and the next goes on at its cursor. */
  pieces?: { type: string; filename: string }
  /** The answer is a zip of stored files: those of `files` in the output, sent while they are read. */
  zip?: { filename: string }
}

/** Lists of tools. Clients see `default`, and others by their names; each further one costs a model at most 1,500 tokens. */
export const toolsets = [
  'default',
  'account',
  'activity',
  'analytics',
  'bulk',
  'events',
  'library',
  'links',
  'live',
  'plan',
  'queues',
  'series',
  'snippets',
] as const
export type Toolset = (typeof toolsets)[number]

export interface Tool {
  title: string
  /** Left out: `default`. */
  toolset?: Toolset
  /** What MCP callers write, when it differs from `input`. */
  accepts?: z.ZodType
  /** A page whose items are resources of this kind: `crier://posts/{id}`. */
  links?: 'posts' | 'media'
  /** Its answer is a post, which clients that show pages show as one. */
  shows?: 'post'
  /**
   * What is told of each item of a page, unless the call says `detail: true`: parsing a whole item with it makes the short one.
   * Over MCP only, where a model pays for every word.
   */
  brief?: z.ZodType
  /** It replaces what was there, so that clients ask before they call it, as they do before it takes something away. */
  overwrites?: true
  /** It goes out into the world by itself; what schedules or publishes does in any case. */
  open?: true
  /** Other names it still answers to, with the notice that goes out with every answer. */
  aliases?: Record<string, { notice: string; accepts?: z.ZodType }>
}

/**
 * - `reads`: changes nothing.
 * - `writes`: adds or changes; sending it twice matters, so that an idempotency key is taken.
 * - `destroys`: takes something away (it may be restorable).
 */
export type Effect = 'reads' | 'writes' | 'destroys'

export interface Operation<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  /** The MCP tool, the OpenAPI operationId, the file name and the SDK method. */
  name: string
  /** When to use it and what comes back: AI clients choose by this. */
  summary: string
  effect: Effect
  ability: Ability
  /**
   * What it may turn out to be for a credential on a leash, which needs the one that it does turn out to be.
   * `manage` is for credentials without any leash.
   */
  actions: readonly Action[] | 'manage'
  /** Answers what somebody on a leash asked for: not for those whose own posts need approval. */
  approves?: true
  /** What its `id` is of, where that is no post: no leash looks for a post then. */
  about?: 'series' | 'media'
  /** Whether the call changes of a post only what is never published: to a leash that is drafting, whatever became of the post. */
  keepsOnly?(input: z.output<In>): boolean
  /** An identical call within seconds of another by one client is taken for the same call (MCP clients dispatch twice). */
  once?: true
  /** A call on something that exists already is the same when sent twice. */
  idempotent: boolean
  input: In
  output: Out
  refuses: readonly Code[]
  rest: Rest | Absent
  mcp: Tool | Absent
  /** Only a key that may do everything: others are answered as if they had none (specification, section 5, rule 3). */
  unrestricted?: true
  /** The field with its rows: of many, it is held against the limits of requests as several. */
  batch?: 'posts' | 'ids' | 'csv'
  /** Never counted as a request: one call of it is a piece of another. */
  uncounted?: true
  /** Sees to its own transactions, and is the same when sent twice: no idempotency key is kept for it. */
  alone?: true
  /** Values that stand in for required fields that are missing or wrong, while the others are looked at. */
  stand_ins?: Readonly<Record<string, unknown>>
  /** Problems that need the database, of the fields that did parse: so that a caller hears all of them at once. `wrong`: which did not. */
  check?(
    partial: Partial<z.output<In>>,
    context: Context,
    wrong?: ReadonlySet<string>,
  ): Promise<FieldErrors>
  /** The slow part of it, such as taking in a file: before the transaction, and not for a call that is only repeated. */
  prepare?(input: z.output<In>, context: Context): Promise<Arrived | undefined>
  run(input: z.output<In>, context: Context): Promise<z.input<Out>>
  /** `run` in two trips to the database, or in one where nothing is written, for calls without a leash; undefined: not for this call. */
  swift?(input: z.output<In>, ask: Ask): Swift<z.input<Out>> | undefined
  /** Adds to the answer of a rehearsal what takes long to tell; its transaction has ended. */
  rehearsed?(output: z.output<Out>, input: z.output<In>, context: Context): Promise<z.input<Out>>
  /** After `run` is committed: waiting for what it set in motion. Not part of what an idempotency key replays. */
  follow?(output: z.output<Out>, input: z.output<In>, context: Context): Promise<z.input<Out>>
}

/** Who is asking, as far as it is known before the key is. */
export interface Ask extends Pick<Context, 'db' | 'environment' | 'now'> {
  whose: Whose
  /** Where the key was at home when it was last seen. What is found there counts only if the key itself says so again. */
  workspace_id: number | undefined
  via: Caller['via']
}

/**
 * A call as two trips: one looks up all that it takes, one writes everything. Whatever stands in its way, before or while it
 * writes, leaves nothing behind and sends the call the long way, by `run`: refusals are decided and worded there alone.
 */
export interface Swift<Out> {
  look: readonly Statement[]
  /** What some of these answers make one look up besides, in a trip of its own. Reads only: what is written rests on one look. */
  further?(found: Found): readonly Statement[]
  /** `found` answers the rows of a statement that was looked up. Undefined: something stands in the way. */
  make(
    found: Found,
    context: Pick<Context, 'caller'>,
  ): { output: Out; writes: readonly Statement[] } | undefined
}

export type Found = <Row extends object>(statement: Statement<Row> | undefined) => Row[]

/** Checks a definition against its own types, then forgets them so that a list can hold many. */
export function operation<In extends z.ZodType, Out extends z.ZodType>(
  definition: Operation<In, Out>,
): Operation {
  // The list knows operations as "some input, some output"; each one parses its own input before it runs.
  return definition as unknown as Operation
}
