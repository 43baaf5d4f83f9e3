/** Lists of the API, page by page. */
import type { z } from 'zod'
import { ask, type Access } from './api.ts'

const PAGES = 4

/** At most four pages of fifty, unless it is said. */
export async function* pages<Page extends { nextPageToken?: string | undefined }>(
  access: Access,
  answer: z.ZodType<Page>,
  kind: string,
  query: Record<string, string>,
  most = PAGES,
): AsyncGenerator<Page> {
  let pageToken: string | undefined
  for (let page = 0; page < most; page += 1) {
    const asked = {
      part: 'snippet',
      maxResults: '50',
      ...query,
      ...(pageToken ? { pageToken } : {}),
    }
    const path = `/youtube/v3/${kind}?${new URLSearchParams(asked).toString()}`
    const found = await ask(access, { method: 'GET', path, answer })
    yield found
    pageToken = found.nextPageToken
    if (!pageToken) return
  }
}
