/**
 * Where a person answers whether a post is there, led by a mail or the bell. Looking changes nothing, and a mail's link only
 * chooses what is asked; the answer is the operation that everybody uses.
 */
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { perform } from '#operations/perform.ts'
import { getPost } from '#operations/posts/get-post.ts'
import { retryPost } from '#operations/posts/retry-post.ts'
import { membership } from '#people/members.ts'
import { calledOf } from '#rules/called.ts'
import { Candidate } from '#rules/delivery.ts'
import { Problem } from '#rules/problem.ts'
import { abilitiesOf, credentialOfPerson, leashOf } from '#rules/role.ts'
import { answerError } from './errors.ts'
import { type ConsoleDependencies, idIn, requireOrigin, signedIn } from './console/dependencies.ts'
import { type ApiDependencies, contextOf, goneSignal } from './guard.ts'
import { escape, frame, sendPage } from './page.ts'

const Given = z.object({
  answer: z.string().max(520).catch(''),
  updated_at: z.string().max(40).optional().catch(undefined),
})
const Asked = z.object({ it: z.enum(['is', 'is-not']).optional().catch(undefined) })

const Shown = z.looseObject({
  updated_at: z.string(),
  content: z.string(),
  scheduled_at: z.string().nullable(),
  per_account: z.array(
    z.looseObject({
      account_id: z.int(),
      platform: z.string(),
      username: z.string(),
      blocked_reason: z.string().nullish(),
      status: z.string(),
      candidates: z.array(Candidate).nullish(),
    }),
  ),
  socialAccounts: z.array(z.looseObject({ id: z.int(), name: z.string() })),
})

const address = '/answers/:workspace_id/:post_id/:account_id'

export async function answerPages(
  app: FastifyInstance,
  deps: ConsoleDependencies,
  api: ApiDependencies,
) {
  await app.register(formbody)
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Problem))
      return answerError(error as Error & { code: string; name: string }, request, reply)
    const body = `<p>${escape(error.message)}</p><p><a class="go" href="/">To the overview</a></p>`
    return sendPage(reply.code(error.status), frame('This did not work', body))
  })

  app.get(address, async (request, reply) => {
    const context = await enter(request, reply)
    if (!context) return signInFirst(request, reply)
    const { it } = Asked.parse(request.query)
    return sendPage(reply, await questionOf(request, context, it))
  })

  app.post(address, async (request, reply) => {
    requireOrigin(deps, request)
    const context = await enter(request, reply)
    if (!context) return signInFirst(request, reply)
    const { answer, updated_at } = Given.parse(request.body ?? {})
    const [id, account_id] = [idIn(request, 'post_id'), idIn(request, 'account_id')]
    const raw = {
      id,
      ...(updated_at !== undefined && { updated_at }),
      ...choiceOf(answer, account_id),
    }
    await perform(
      { operation: retryPost, dialect: undefined, raw, idempotency_key: undefined },
      context,
    )
    const said =
      answer === 'is-not' ? 'It is sent again.' : 'It counts as published, and is not sent again.'
    const body = `<p>${said}</p><p><a class="go" href="/">To the overview</a></p>`
    return sendPage(reply, frame('Thank you', body))
  })

  /** As whoever is signed in in this browser, as far as their role goes. Undefined: nobody is. */
  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<Context | undefined> {
    const signed = await signedIn(deps, request)
    if (!signed) return undefined
    const workspace_id = idIn(request, 'workspace_id')
    const { role } = await membership(deps.people, { workspace_id, person_id: signed.person.id })
    request.holder = {
      workspace_id,
      credential: credentialOfPerson(signed.person.id),
      abilities: abilitiesOf(role),
      leash: leashOf(role),
    }
    return contextOf(api, request, 'dashboard', goneSignal(reply))
  }

  async function questionOf(
    request: FastifyRequest,
    context: Context,
    it: 'is' | 'is-not' | undefined,
  ) {
    const [id, account_id] = [idIn(request, 'post_id'), idIn(request, 'account_id')]
    const call = { operation: getPost, dialect: undefined, raw: { id }, idempotency_key: undefined }
    const post = Shown.parse((await perform(call, context)).output)
    const account = post.per_account.find((each) => each.account_id === account_id)
    if (!account) throw new Problem('not_found', 'The post does not go to this account.')
    const name = post.socialAccounts.find(({ id }) => id === account_id)?.name ?? account.username
    const called = calledOf({ username: account.username, name })
    const place = `${api.environment.manifests[account.platform]?.name ?? account.platform} (${called})`
    if (account.blocked_reason !== 'outcome_unknown') {
      const stands = `<p>On ${escape(place)} this post is ${escape(account.status)}: nothing is asked any more.</p>`
      return frame('This is answered', stands)
    }
    return page({ ...post, place, candidates: account.candidates ?? [] }, it)
  }
}

interface Question {
  content: string
  updated_at: string
  place: string
  candidates: readonly Candidate[]
}

/** Every possible answer is a button of its own; the one that the link stood for comes first. */
function page(
  { content, updated_at, place, candidates }: Question,
  it: 'is' | 'is-not' | undefined,
) {
  const there = [
    ...candidates.map((each) => candidateOf(each, updated_at)),
    choice('is', candidates.length ? 'It is there, and none of these' : 'It is there', updated_at),
  ]
  const absent = [choice('is-not', 'It is not there: send it again', updated_at)]
  const words = content.slice(0, 300).toWellFormed()
  return frame(
    'Is this post there?',
    `<p>Our call to ${escape(place)} was lost on the way. Look there for this post before you answer:</p>
<ul><li>${escape(words)}</li></ul>
${candidates.length ? `<p>What was found there that it could be:</p>` : '<p>Nothing was found there that it could be.</p>'}
${(it === 'is-not' ? [...absent, ...there] : [...there, ...absent]).join('\n')}
<p><small>Whoever says that it is not there, though it is, has it sent twice.</small></p>`,
  )
}

function candidateOf({ id, url, text, at }: Candidate, updated_at: string) {
  const place =
    url !== null && /^https?:/.test(url)
      ? ` <a href="${escape(url)}" rel="noreferrer">Look at it</a>`
      : ''
  const time = at === null ? '' : ` <small>${escape(at)}</small>`
  return `<ul><li>${escape(text)}${time}${place}${choice(`is:${id}`, 'This is it', updated_at)}</li></ul>`
}

function choice(answer: string, label: string, updated_at: string) {
  return `<form method="post"><input type="hidden" name="answer" value="${escape(answer)}"><input type="hidden" name="updated_at" value="${escape(updated_at)}"><p><button>${escape(label)}</button></p></form>`
}

function choiceOf(answer: string, account_id: number) {
  if (answer === 'is-not') return { confirm_not_published: [account_id] }
  const [, candidate_id] = /^is:(.+)$/s.exec(answer) ?? []
  if (answer !== 'is' && candidate_id === undefined)
    throw new Problem('bad_request', 'Choose one of the answers.')
  return {
    mark_published: [{ account_id, ...(candidate_id !== undefined && { candidate_id }) }],
  }
}

function signInFirst({ url }: FastifyRequest, reply: FastifyReply) {
  const to = `/sign-in?${new URLSearchParams({ return_to: url }).toString()}`
  const body = `<p>Sign in to answer.</p><p><a class="go" href="${escape(to)}">Sign in</a></p>`
  return sendPage(reply.code(401), frame('Who are you?', body))
}
