import type { Code } from '#rules/problem.ts'
import { picture, send, uploadPicture } from '../../media/kit.ts'
import { newPost } from '../../surfaces/kit.ts'
import type { Body } from '../../service.ts'
import { type Case, type Cases, type Kit, never, plain } from './case.ts'

const wrong = { tags: ['x'.repeat(51)], alt_text: 'x'.repeat(501) }
const announced = { filename: 'a.png', mime_type: 'image/png' }

export function mediaCases({ service, rest, codeOf, origin }: Kit): Cases {
  return {
    upload_media: plain(
      { url: `${origin}/a.png`, alt_text: 'A square', tags: ['one'], folder: 'f' },
      { url: 'ftp://example.com/a.png', ...wrong },
    ),
    list_media: plain({ per_page: 1, search: 'a' }, { per_page: 201, type: 'odd' }),
    get_media: ofItem({}, { id: never.media }, 'media_not_found'),
    update_media: ofItem(
      { folder: 'g', tags: ['two'], alt_text: 'B' },
      { id: never.media, ...wrong },
      'invalid',
    ),
    derive_media: {
      ...ofItem({ rotate: 90 }, { id: never.media, rotate: 45, crop: { x: 0 } }, 'invalid'),
      same: ({ width, mime_type, original_name }) => [width, mime_type, original_name],
    },
    get_library: plain({}, { folder: 'f' }),
    restore_media: {
      async input() {
        const { id } = await newItem()
        await rest('delete_media', { id })
        return { id }
      },
      refused: () => [{ id: never.media }, 'media_not_found'],
    },
    replace_media: {
      async input() {
        const { id } = await newItem()
        await newPost(service, { media_ids: [id] })
        return { id, with: (await newItem()).id }
      },
      refused: () => [{ id: never.media, with: never.media + 1 }, 'media_not_found'],
      same: ({ post_ids, refused }) => [Array.isArray(post_ids) && post_ids.length, refused],
    },
    update_many_media: {
      input: async () => ({ ids: [(await newItem()).id], add_tags: ['two'] }),
      refused: () => [{ ids: [], delete: true, restore: true }, 'invalid'],
      same: ({ updated, failed }) => [updated, failed],
    },
    delete_media: {
      input: newItem,
      async refused() {
        const { id } = await newItem()
        await newPost(service, { media_ids: [id] })
        return [{ id }, 'media_in_use']
      },
      same: (_, { id }) => codeOf('get_media', { id }),
    },
    open_upload: {
      ...plain({ ...announced, size_bytes: 100 }, { ...announced, size_bytes: 2 ** 40 }),
      over: { mcp: (args) => ['upload_media', { source: 'local', ...args }] },
    },
    get_upload: ofSession('status'),
    complete_upload: ofSession('complete'),
    cancel_upload: { ...ofSession('cancel'), same: (_, { id }) => codeOf('get_upload', { id }) },
  }

  async function newItem() {
    return { id: (await uploadPicture(service, {}, picture('parity'))).id }
  }

  function ofItem(more: Body, not: Body, code: Code): Case {
    return { input: async () => ({ ...(await newItem()), ...more }), refused: () => [not, code] }
  }

  /** Whose bytes have arrived. */
  function ofSession(source: string): Case {
    return {
      async input() {
        const file = picture('parity')
        const { body } = await rest('open_upload', { ...announced, size_bytes: file.length })
        const path = `/api/media/uploads/${String(body['upload_id'])}?offset=0`
        const type = { 'content-type': 'application/octet-stream' }
        await send(service, 'PATCH', path, new Blob([file]), type)
        return { id: body['upload_id'] }
      },
      refused: () => [{ id: never.upload }, 'upload_not_found'],
      over: { mcp: ({ id }) => ['upload_media', { source, upload_id: id }] },
    }
  }
}
