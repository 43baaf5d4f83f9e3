/** Follows what leaves: method, host and status of a call. Neither its address, nor what it says, nor what is answered. */
import type { Tracer } from '#rules/tracer.ts'

interface Answer {
  status: number
}

type Call<Init, Answered> = (url: string, init?: Init) => Promise<Answered>

/** `hosts`: whether they are told; not where somebody wrote them. */
export type Calls = <Init extends { method?: string | undefined }, Answered extends Answer>(
  fetch: Call<Init, Answered>,
  which: { hosts: boolean },
) => Call<Init, Answered>

export function followCalls<Init extends { method?: string | undefined }, Answered extends Answer>(
  tracer: Tracer,
  fetch: Call<Init, Answered>,
  { hosts }: { hosts: boolean },
): Call<Init, Answered> {
  return (url, init) => {
    const method = init?.method ?? 'GET'
    const attributes = { 'http.request.method': method, ...(hosts && placeOf(url)) }
    return tracer.follow({ name: method, kind: 'client', attributes }, async (span) => {
      const answer = await fetch(url, init)
      span.set({ 'http.response.status_code': answer.status })
      if (answer.status >= 400) span.fail(String(answer.status))
      return answer
    })
  }
}

function placeOf(url: string) {
  const at = URL.parse(url)
  if (!at) return undefined
  const port = Number(at.port) || (at.protocol === 'https:' ? 443 : 80)
  return { 'server.address': at.hostname, 'server.port': port }
}
