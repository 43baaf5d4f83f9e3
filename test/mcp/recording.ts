/**
 * Examples for the pages of the API are what was called and answered here: `EXAMPLES=write npm test -- test/mcp/operations.test.ts`
 * writes docs/examples.json anew.
 */
import { writeFileSync } from 'node:fs'
import type { Code } from '#rules/problem.ts'
import { type Examples, examplesFile } from '../../site/examples.ts'
import type { Body, TestService } from '../service.ts'
import { named } from '../surfaces/callers.ts'

/** Of no webhook. */
const SECRET = 'whsec_Q3JpZXIgc2hvd3MgdGhpcyBpbiBpdHMgZXhhbXBsZXM='

export interface Recording {
  done(name: string, args: Body, answer: Body): void
  refused(name: string, code: Code, args: Body, answer: Body): void
  write(): void
}

export function recording({ base_url, sandbox_url }: TestService, origin: string): Recording {
  const wanted = process.env['EXAMPLES'] === 'write'
  const found: Examples = { done: {}, refused: {} }

  /** Addresses of this run stand for nothing that a reader knows. */
  const shown = <Value>(value: Value): Value =>
    JSON.parse(
      JSON.stringify(value)
        .replaceAll(base_url, 'https://crier.example.com')
        .replaceAll(sandbox_url, 'https://sandbox.example.com')
        .replaceAll(origin, 'https://example.com')
        .replaceAll(/(ticket=|\/uploads\/|\/media\/|\/calendar\/)[\w.-]{20,}/g, '$1…')
        .replaceAll(/(\d+\|)\w{20,}/g, '$1…')
        .replaceAll(/whsec_[\w+/=]+/g, SECRET)
        .replaceAll('"Same"', '"Doors open at seven"'),
    )

  return {
    done(name, args, body) {
      const { rest } = named(name)
      const status = 'absent' in rest ? 200 : (rest.status ?? 200)
      const answer = status === 204 ? {} : { answer: shown(brief(body['list'] ?? body)) }
      found.done[name] ??= { args: shown(args), status, ...answer }
    },
    refused(name, code, args, body) {
      const error = code === 'invalid' ? body : { error: { ...body } }
      found.refused[code] ??= { operation: name, args: shown(args), answer: shown(brief(error)) }
    },
    write() {
      if (wanted) writeFileSync(examplesFile, `${JSON.stringify(found, undefined, 2)}\n`)
    },
  }
}

/** Of a list two say as much as all. */
function brief(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(brief)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, brief(each)]))
}
