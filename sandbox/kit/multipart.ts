/**
 * The parts of a multipart body as bytes, by name (RFC 7578). A part without a file name is read as well: what the `formData`
 * of fetch makes of such a part is text, and a picture does not survive that.
 */
export interface Part {
  bytes: Buffer
  /** What the part says of itself; none when it is text. */
  mime_type: string | undefined
  filename: string | undefined
}

/** Nothing when it is no multipart body. A name that comes twice counts the last time. */
export function partsOf(bytes: Buffer, contentType: string): Map<string, Part> | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return undefined
  const between = Buffer.from(`\r\n--${boundary}`)
  // The first boundary has no line before it.
  const body = Buffer.concat([Buffer.from('\r\n'), bytes])
  const parts = new Map<string, Part>()
  let at = body.indexOf(between)
  for (;;) {
    if (at < 0) return undefined
    at += between.length
    if (body.toString('latin1', at, at + 2) === '--') return parts
    const end = body.indexOf(between, at)
    const head = body.indexOf('\r\n\r\n', at)
    if (end < 0 || head < 0 || head > end) return undefined
    const headers = body.toString('utf8', at, head)
    const name = parameter(headers, 'name')
    if (name === undefined) return undefined
    parts.set(name, {
      bytes: body.subarray(head + 4, end),
      mime_type: /^content-type:\s*([^\s;]+)/im.exec(headers)?.[1]?.toLowerCase(),
      filename: parameter(headers, 'filename'),
    })
    at = end
  }
}

function parameter(headers: string, name: string) {
  const [, quoted, plain] =
    new RegExp(String.raw`^content-disposition:.*;\s*${name}=(?:"([^"]*)"|([^\s;]+))`, 'im').exec(
      headers,
    ) ?? []
  return quoted ?? plain
}
