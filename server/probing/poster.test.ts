/** With programs that stand for ffmpeg: it need not be there. */
import assert from 'node:assert/strict'
import { chmod } from 'node:fs/promises'
import { test } from 'node:test'
import { probing } from './probe.ts'
import { files } from './testing-files.ts'
import { makeMp4 } from './testing-mp4.ts'

test('a video has a poster where ffmpeg is, and none where it is not or fails', async () => {
  await using folder = await files()
  const path = await folder.put('a.mp4', makeMp4())
  const posterBy = async (ffmpeg: string) => {
    await using at = probing({ ffmpeg })
    const probed = await at.probe(path, { filename: 'a.mp4', mime_type: null })
    assert.ok(!('refused' in probed))
    return await at.thumbnail(path, probed)
  }
  const program = async (name: string, script: string) => {
    const file = await folder.put(name, `#!/bin/sh\n${script}\n`)
    await chmod(file, 0o700)
    return file
  }
  const asked = await posterBy(await program('works', 'echo "$@"'))
  assert.ok(asked)
  const words = new TextDecoder().decode(asked)
  assert.match(
    words,
    /-protocol_whitelist file -format_whitelist mov,matroska,webm .*-ss 0\.500 -i file:\//,
  )
  assert.equal(await posterBy(await program('fails', 'echo x; exit 1')), undefined)
  assert.equal(await posterBy(await program('silent', 'exit 0')), undefined)
  assert.equal(await posterBy('/nowhere/ffmpeg'), undefined)
})
