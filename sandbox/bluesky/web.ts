/** The address of a post, as a person opens it: `/web/profile/<did or handle>/post/<rkey>`. */
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { escape, type Received } from '../kit/emulator.ts'
import { facetsOf } from './facets.ts'
import { received } from './feed.ts'
import { post } from './lexicon.ts'
import { findPerson } from './people.ts'
import { find } from './repo.ts'
import type { Stored, Store } from './store.ts'

const address = z.object({ actor: z.string(), rkey: z.string() })

export function web(store: Store): FastifyPluginAsync {
  return async (app) => {
    app.get('/profile/:actor/post/:rkey', (request, reply) => {
      const { actor, rkey } = address.parse(request.params)
      const person = findPerson(actor)
      const repo = person && store.state.repos.get(person.id)
      const record = repo && find(repo, { collection: 'app.bsky.feed.post', rkey })
      void reply.type('text/html; charset=utf-8')
      if (!repo || !record) return reply.code(404).send(page('Not found', '<p>Post not found.</p>'))
      const shown = received(store, repo, record, person.username)
      return reply.send(page(`${person.name} on Bluesky`, article(person.name, shown, record)))
    })
  }
}

function article(name: string, { account, created_at, reply_to, media }: Received, record: Stored) {
  const images = media.map(({ url, alt_text, mime_type }) =>
    url && mime_type.startsWith('image/')
      ? `<img src="${escape(url)}" alt="${escape(alt_text ?? '')}">`
      : `<p>[${escape(mime_type)}] ${escape(alt_text ?? '')}</p>`,
  )
  return `<article><h1>${escape(name)} <small>@${escape(account)}</small></h1>
${reply_to ? `<p>Reply to <code>${escape(reply_to)}</code></p>` : ''}<p class="text">${richText(record)}</p>
${images.join('')}<p><time datetime="${escape(created_at)}">${escape(created_at)}</time></p></article>`
}

/** Overlapping and outlying facets are shown as plain text. */
function richText({ value }: Stored) {
  const { text, facets = [] } = post.parse(value)
  const bytes = Buffer.from(text)
  let html = ''
  let at = 0
  for (const { start, end, features, overlaps, outside, text: label } of facetsOf(text, facets)) {
    const [first] = features
    if (overlaps || outside || !first) continue
    html += escape(bytes.subarray(at, start).toString())
    html +=
      first.type === 'link' && /^https?:/.test(first.value)
        ? `<a href="${escape(first.value)}" rel="nofollow">${escape(label)}</a>`
        : `<b title="${escape(first.value)}">${escape(label)}</b>`
    at = end
  }
  return html + escape(bytes.subarray(at).toString())
}

function page(title: string, body: string) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)} (sandbox)</title>
<style>body{font:16px/1.5 system-ui;max-width:36rem;margin:2rem auto;padding:0 1rem}small,time{color:#555}.text{white-space:pre-wrap}img{max-width:100%}</style>
${body}</html>`
}
