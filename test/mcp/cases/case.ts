/** Of one operation a call that is done and one that is refused, in words that both surfaces understand. */
import type { Code } from '#rules/problem.ts'
import { callers, type Surface } from '../../surfaces/callers.ts'
import type { Body, TestService } from '../../service.ts'

export interface Case {
  /** Input of a call that is done; made anew for each surface, since most can be done once. */
  input(): Body | Promise<Body>
  refused(): Refused | Promise<Refused>
  /** What of an answer has to be the same, or what is there afterwards, where the answers have other shapes. */
  same?(answer: Body, args: Body): unknown
  /** Where another operation does it on this surface: its name, and its input for the same call. */
  over?: Partial<Record<Surface, (args: Body) => [name: string, args: Body]>>
  /** That one refuses with the same code, and in words of its own. */
  otherWords?: true
}

type Refused = [args: Body, code: Code]

export type Cases = Record<string, Case>

/** Input that nothing has to be made for. */
export function plain(args: Body, wrong: Body): Case {
  return { input: () => args, refused: () => [wrong, 'invalid'] }
}

export interface Kit {
  service: TestService
  rest: ReturnType<typeof callers>['rest']
  account_ids: readonly number[]
  /** Undefined: it can be had. */
  codeOf: (name: string, args: Body) => Promise<string | undefined>
  /** Serves `picture('parity')` at every address, and a page at /page. */
  origin: string
}

export function kitIn(service: TestService, origin: string): Kit {
  const { rest } = callers(service)
  return {
    service,
    rest,
    origin,
    account_ids: Object.values(service.accounts),
    codeOf: async (name, args) => (await rest(name, args)).code,
  }
}

/** Ids that nothing has. */
export const never = {
  post: 987_654,
  media: 987_654,
  account: 987_654,
  key: '987654',
  upload: '00000000-0000-4000-8000-000000000000',
}
