/** The page of a request for access that goes nowhere: one sentence, and nothing of what was asked without escaping. */
import { createHash } from 'node:crypto'

const style = `:root{color-scheme:light dark}body{font:16px/1.55 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}h1{font-size:1.4rem}small{opacity:.7}`

const hash = createHash('sha256').update(style).digest('base64')

export const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** What a person can do about it. */
const sentences: Record<string, string> = {
  invalid_client:
    'This app is not known here, or not any more. Remove the connection in the app, and add it again.',
  invalid_redirect_uri:
    'The app wants you to be sent to an address that it has not registered. Nothing was allowed. Remove the connection in the app, and add it again.',
  invalid_request:
    'The app asked in a way that can not be answered. Nothing was allowed. Start again in the app.',
  session_not_found:
    'This request has expired, or was begun in another browser. Start again in the app.',
  server_error: 'Something went wrong on our side. Start again in the app in a moment.',
}

export function oauthPage({
  error,
  error_description,
  location,
}: {
  error: string
  error_description?: string | undefined
  location?: string | undefined
}) {
  const expired = /session not found|has expired|cookie/i.test(error_description ?? '')
  const text =
    sentences[expired ? 'session_not_found' : error] ??
    'Nothing was allowed. Start again in the app.'
  const detail = error === 'server_error' ? error : `${error}: ${error_description ?? ''}`
  const back = location
    ? `<p><a rel="noreferrer" href="${escape(location)}">Back to ${escape(new URL(location).host)}</a>, if that is where you came from.</p>`
    : ''
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Not connected · Crier</title><style>${style}</style><main><h1>Not connected</h1><p role="alert">${escape(text)}</p><p><small>${escape(detail)}</small></p>${back}</main></html>`
}

function escape(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
