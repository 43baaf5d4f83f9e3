/** A site from which pictures are taken in: the same one at every address but that of a page. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { picture } from '../../media/kit.ts'

export async function pictureSite() {
  const file = picture('parity')
  const page = '<title>Doors</title><meta property="og:image" content="/a.png">'
  const site = createServer((request, response) => {
    if (request.url === '/page')
      return response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': file.length })
    return response.end(file)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const place = site.address()
  const origin = `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`
  return {
    origin,
    async [Symbol.asyncDispose]() {
      site.close()
      site.closeAllConnections()
    },
  }
}
