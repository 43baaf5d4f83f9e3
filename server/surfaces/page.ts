/** Plain pages that the service writes itself, and the headers that keep them harmless. */
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const style = `:root{color-scheme:light dark}body{font:16px/1.55 system-ui;max-width:34rem;margin:3rem auto;padding:0 1rem}
h1{font-size:1.5rem}ul{list-style:none;padding:0}li{border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:.6rem;padding:.8rem 1rem;margin:.7rem 0}
a{color:inherit}a.go,button{display:inline-block;font:inherit;font-weight:600;border:1px solid;border-radius:.4rem;padding:.4rem .9rem;text-decoration:none;background:none;color:inherit;cursor:pointer}
label{display:block;margin:.6rem 0}input:not([type=checkbox]){font:inherit;display:block;width:100%;box-sizing:border-box;padding:.4rem}summary{cursor:pointer;margin-top:.7rem}small{opacity:.75}`

/** By its digest: no other style may stand on a page. */
const styleHash = createHash('sha256').update(style).digest('base64')

export function frame(title: string, body: string, lang = 'en') {
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)} · Crier</title><style>${style}</style><main><h1>${escape(title)}</h1>${body}</main></html>`
}

/** For text and for values of attributes in double quotes. */
export function escape(text: string) {
  return text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`)
}

/** `form_action` names where the page's forms may be sent. */
export function sendPage(reply: FastifyReply, html: string, form_action = "'self'") {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${form_action}; base-uri 'none'; frame-ancestors 'none'`,
    })
    .send(html)
}
