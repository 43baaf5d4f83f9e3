/** The video service as far as its documents describe it: takes a video, puts it on the PDS with the caller's token. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'

export async function startVideoService(pds: string): Promise<AsyncDisposable & { url: string }> {
  let blob: unknown
  const server = createServer((request, response) => {
    const answer = (body: unknown) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
    }
    const url = new URL(request.url ?? '', 'http://localhost')
    const did = url.searchParams.get('did') ?? 'did:example:unknown'
    if (url.pathname.endsWith('getJobStatus')) {
      const state = 'JOB_STATE_COMPLETED'
      answer({ jobStatus: { jobId: 'job', did, state, blob } })
      return
    }
    const headers = {
      'content-type': request.headers['content-type'] ?? '',
      authorization: request.headers.authorization ?? '',
    }
    const body = Readable.toWeb(request)
    fetch(`${pds}/xrpc/com.atproto.repo.uploadBlob`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)
      .then(async (stored) => {
        const said: unknown = await stored.json()
        if (!stored.ok) throw new Error(JSON.stringify(said))
        blob = typeof said === 'object' && said && 'blob' in said ? said.blob : undefined
        answer({ jobId: 'job', did, state: 'JOB_STATE_CREATED' })
      })
      .catch((error: unknown) => {
        response.statusCode = 500
        answer({ error: 'PdsRefused', message: String(error) })
      })
  }).listen(0)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
