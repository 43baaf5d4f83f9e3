/** A site from which pictures are taken in: the same one at every address. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { picture } from '../../media/kit.ts'

export async function pictureSite() {
  const file = picture('parity')
  const site = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': file.length })
    response.end(file)
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
