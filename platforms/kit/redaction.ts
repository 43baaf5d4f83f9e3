/** The words of a platform without what opens an account: they are kept with the attempt, shown to people, and logged. */
import type { Answer } from './http.ts'

export type Redacted = (text: string, secrets?: readonly string[]) => string

const SCHEME = /\b(bearer|basic|dpop)\s+[\w.~+/=-]+/gi
/** As a field of JSON (escaped or not) and of a form or a query. */
const NAMED =
  /((?:[a-z_]*(?:token|jwt|password|secret|verifier)|authorization|code|request_uri|upload_id)["'\\]*\s*[:=]\s*["'\\]*)[^\s"'\\&,}\]]{6,}/gi

/** More than is shown, since what is replaced is often longer than its stars. */
const READ = 4000
const SHOWN = 500

/**
 * Text without the secrets of the call, and without whatever is named or looks like one: `tokens` is what the tokens of
 * this platform look like, with the flag `g`. In one line, of 500 characters at most.
 */
export function redactor(tokens: RegExp): Redacted {
  return (text, secrets = []) => {
    let clean = text.slice(0, READ)
    // Anything shorter is no secret, and may be a part of every other word.
    for (const secret of secrets) if (secret.length > 5) clean = clean.replaceAll(secret, '***')
    return clean
      .replace(SCHEME, '$1 ***')
      .replace(NAMED, '$1***')
      .replace(tokens, '***')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, SHOWN)
  }
}

/** What an answer says that is not the API's own (a page of HTML, say): its status, and its text without markup. */
export function bare({ status, text }: Pick<Answer, 'status' | 'text'>): string {
  return `${status} ${text.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')}`
}
