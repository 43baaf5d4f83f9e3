/** Pictures of people and Pages, drawn here: an emulator names no address of the platform, which whoever looks would ask for it. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escape } from './emulator.ts'

const colours = ['#9b2f5d', '#2b5fa8', '#2c6e49', '#7a4b9e', '#8a4b14', '#20697a']

/** Where the face of whoever is called so is; `url` is where the emulator is mounted. */
export function faceAt(url: string, name: string): string {
  return `${url}/web/face/${encodeURIComponent(name)}.svg`
}

export function mountFaces(app: FastifyInstance) {
  app.get('/web/face/:file', async (request, reply) => {
    const { file } = z.object({ file: z.string() }).parse(request.params)
    return reply
      .headers({
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "default-src 'none'",
        // A dashboard on another port shows it.
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .type('image/svg+xml')
      .send(drawn(file.replace(/\.svg$/, '')))
  })
}

function drawn(name: string) {
  const [byte = 0] = createHash('sha256').update(name).digest()
  const [initial = ''] = name.toUpperCase()
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="${colours[byte % colours.length]}"/><text x="48" y="50" fill="#fff" font-family="sans-serif" font-size="44" font-weight="600" text-anchor="middle" dominant-baseline="central">${escape(initial)}</text></svg>`
}
