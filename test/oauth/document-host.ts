/** A host that publishes metadata of clients, over real TLS, with a certificate that only this process trusts. */
import { createServer, type Server } from 'node:https'
import type { RequestListener } from 'node:http'
import { once } from 'node:events'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

export interface DocumentHost extends AsyncDisposable {
  origin: string
  /** Paths that were asked for, in order. */
  asked: string[]
  /** Sockets that were opened, even when nothing was asked on them. */
  connections(): number
}

export async function documentHost(answer: RequestListener): Promise<DocumentHost> {
  setDefaultCACertificates([...getCACertificates('default'), cert])
  const asked: string[] = []
  let connections = 0
  const server: Server = createServer({ key, cert }, (request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    origin: `https://localhost:${port}`,
    asked,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Made for localhost and 127.0.0.1 and trusted by nobody else; it protects nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsGm2Y2KAo1GYor4A
vyyzYpHJ57wDS2GX+ZgYXMb+r9+hRANCAAQ1DDPUZJ9d3uuCF1nvhczbesBxWaZZ
s6I6Fn74xJXilHTj42tXaV5CJSZ3bZfZPK/uXRZ7x658nSugl020Z0Jy
-----END PRIVATE KEY-----`

const cert = `-----BEGIN CERTIFICATE-----
MIIBnjCCAUOgAwIBAgIUQKHSJeBRM/+Wlzq21at0LeNVYJgwCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKQ3JpZXIgdGVzdDAgFw0yNjExMjEwNjI4NTlaGA8yMTI2MTAy
ODA2Mjg1OVowFTETMBEGA1UEAwwKQ3JpZXIgdGVzdDBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABDUMM9Rkn13e64IXWe+FzNt6wHFZplmzojoWfvjEleKUdOPja1dp
XkIlJndtl9k8r+5dFnvHrnydK6CXTbRnQnKjbzBtMB0GA1UdDgQWBBRNyopUUa2J
FCpo9W43Shg+84RRwzAfBgNVHSMEGDAWgBRNyopUUa2JFCpo9W43Shg+84RRwzAa
BgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwDwYDVR0TAQH/BAUwAwEB/zAKBggq
hkjOPQQDAgNJADBGAiEAjypYocptEbJe59dSW3bLwD0dzqIFalpUTkNtIqmCQ/sC
IQCg1YhC/F/xRDjIly/q/vjk+3za/K+NjN67Z1WGV1xtBg==
-----END CERTIFICATE-----`
