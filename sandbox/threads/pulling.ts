/** Media are pulled: the file is fetched from the address it is said to have. */
const MB = 1024 * 1024
const limits = {
  image: { most: 8 * MB, types: /^image\/(jpeg|png)$/ },
  video: { most: 1024 * MB, types: /^video\/(mp4|quicktime)$/ },
}

export interface Pulled {
  mime_type: string
  size: number
  /** Of pictures only. */
  bytes: Buffer | undefined
}

/** Undefined when it cannot be had: no redirects are followed, nobody signs in, and no other type is taken. */
export async function pull(kind: 'image' | 'video', url: string): Promise<Pulled | undefined> {
  const { most, types } = limits[kind]
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  }).catch((error: unknown) => {
    if (error instanceof Error) return undefined
    throw error
  })
  const mime_type = response?.headers.get('content-type')?.split(';')[0] ?? ''
  if (response?.status !== 200 || !response.body || !types.test(mime_type)) {
    await response?.body?.cancel()
    return undefined
  }
  let size = 0
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of response.body) {
      size += chunk.length
      if (size > most) return undefined
      if (kind === 'image') chunks.push(chunk)
    }
  } catch {
    // It broke off in the middle.
    return undefined
  }
  return { mime_type, size, bytes: kind === 'image' ? Buffer.concat(chunks) : undefined }
}
