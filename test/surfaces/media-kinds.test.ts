/** Posts without media where there must be some, and what stories and other kinds leave out or refuse. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { manifests } from '#platforms/catalog.ts'
import type { Manifest } from '#platforms/platform.ts'
import type { Body } from '../service.ts'
import { newMedia } from './kit.ts'
import { openRehearsal, Refused, Taken } from './rehearsed.ts'

const { service, write } = await openRehearsal()
after(() => service[Symbol.asyncDispose]())

async function complaints(platform: string, media_ids: number[], kind?: string) {
  const { body } = await write(platform, media_ids, kind)
  return Refused.parse(body).errors['media_ids'] ?? []
}

const required = (manifest: Manifest) => [
  ...(manifest.media_required ? [undefined] : []),
  ...Object.entries(manifest.kinds ?? {}).flatMap(([kind, { media_required }]) =>
    media_required || manifest.media_required ? [kind] : [],
  ),
]
for (const [platform, manifest] of Object.entries(manifests))
  for (const kind of required(manifest))
    test(`${platform}${kind ? ` as a ${kind}` : ''} takes no post without media, and says which`, async () => {
      const said = await complaints(platform, [], kind)
      assert.match(said.join('\n'), /takes no post without media: (image|video)/)
      const draft = await write(platform, [], kind, { when: 'draft' })
      assert.equal(draft.status, 200, 'a draft may still get some')
    })

test('a story warns of the words and the comment that it leaves out', async () => {
  for (const platform of ['facebook', 'instagram']) {
    const file = { mime_type: 'image/jpeg', width: 900, height: 1600 }
    const more = { first_comment: 'Never seen' }
    const { status, body } = await write(platform, [await newMedia(service, file)], 'story', more)
    assert.equal(status, 200, JSON.stringify(body))
    const { warnings } = Taken.parse(body)
    assert.match(warnings.join('\n'), /as a story carries no text; it is left out there\./)
    assert.match(warnings.join('\n'), /as a story has no first comment; it is left out there\./)
  }
})

test('options that stand without media only, or not in a story, are refused by name', async () => {
  const media_ids = [await newMedia(service, { mime_type: 'image/jpeg', width: 900, height: 900 })]
  const refused = async (platform: string, options: Body) => {
    const more = { platform_options: { [platform]: options } }
    const { body } = await write(platform, media_ids, undefined, more)
    return Refused.parse(body).errors
  }
  const link = 'https://example.com/'
  assert.match(
    JSON.stringify(await refused('facebook', { link })),
    /"platform_options\.facebook\.link":\["[^"]*takes link in posts without media only\."\]/,
  )
  assert.ok(
    'platform_options.threads.link_attachment' in
      (await refused('threads', { link_attachment: link })),
  )
  const story = await refused('instagram', { kind: 'story', collaborators: ['bo'] })
  assert.match(
    JSON.stringify(story),
    /platform_options\.instagram\.collaborators.*in other posts only/,
  )
})
