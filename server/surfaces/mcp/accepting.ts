/** What a client says that it takes. The protocol wants both types named; many write that they take anything, which is the same. */
const both = ['application/json', 'text/event-stream']

/** The request as the transport is to see it. */
export function acceptingBoth(request: Request): Request {
  const accept = request.headers.get('accept') ?? '*/*'
  if (!both.every((type) => takes(accept, type)) || both.every((type) => accept.includes(type)))
    return request
  const { method, url, signal } = request
  const headers = new Headers(request.headers)
  headers.set('accept', both.join(', '))
  // Its body was read before.
  return new Request(url, { method, headers, signal })
}

function takes(accept: string, type: string) {
  const [family] = type.split('/')
  return accept.split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const refused = parameters.some((each) => /^q=0(\.0*)?$/.test(each))
    return !refused && ['*/*', `${family}/*`, type].includes(name)
  })
}
