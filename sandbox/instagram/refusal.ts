/** What Graph refuses of Instagram alone. */
import { refuse } from '../kit/graph-refusals.ts'

/** "HTTP 400 nearly always; the subcode is the key." */
export const media = (code: number, subcode: number, message: string, transient = false) =>
  refuse(code, message, { subcode, transient })
