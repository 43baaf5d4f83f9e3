/**
 * For tests: a discovery document of YouTube's API, for clients that read what they can call from one. It is made of what Google's own
 * package for Node has generated from Google's: names, paths, parameters and which calls take a file.
 */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Method {
  id: string
  path: string
  httpMethod: string
  parameters: Record<string, object>
  request?: object
  response?: object
  supportsMediaUpload?: true
  mediaUpload?: object
}

/** `rootUrl`: where the API is, with a slash behind it. */
export async function describe(rootUrl: string) {
  const folder = dirname(fileURLToPath(import.meta.resolve('@googleapis/youtube')))
  const code = await readFile(join(folder, 'v3.js'), 'utf8')
  const types = await readFile(join(folder, 'v3.d.ts'), 'utf8')
  const resources: Record<string, { methods: Record<string, Method> }> = {}
  for (const [, name = '', of = ''] of code.matchAll(
    /this\.(\w+) = new Resource\$(\w+)\(this\.context\)/g,
  )) {
    const methods = methodsOf(name, of, code, types)
    if (Object.keys(methods).length) resources[name] = { methods }
  }
  return { name: 'youtube', version: 'v3', rootUrl, servicePath: '', schemas: {}, resources }
}

function methodsOf(resource: string, of: string, code: string, types: string) {
  const methods: Record<string, Method> = {}
  const [, body = ''] =
    new RegExp(String.raw`class Resource\$${of} \{([^]*?)\n    \}`).exec(code) ?? []
  for (const [, name = '', text = ''] of body.matchAll(
    /^ {8}(\w+)\(paramsOrCallback([^]*?)^ {8}\}/gm,
  )) {
    const [, path = ''] = /\burl: \(rootUrl \+ '\/([^']+)'/.exec(text) ?? []
    const [, httpMethod = ''] = /\bmethod: '(\w+)'/.exec(text) ?? []
    const [, required = ''] = /requiredParams: \[([^\]]*)\]/.exec(text) ?? []
    const [, upload] = /mediaUrl: \(rootUrl \+ '(\/upload\/[^']+)'/.exec(text) ?? []
    const told = new RegExp(
      String.raw`interface Params\$Resource\$${of}\$${capital(name)} [^{]*\{([^]*?)\n    \}`,
    ).exec(types)
    const parameters = parametersOf(told?.[1] ?? '', required)
    const protocols = { simple: { path: upload }, resumable: { path: `/resumable${upload}` } }
    methods[name] = {
      id: `youtube.${resource}.${name}`,
      path,
      httpMethod,
      parameters,
      ...(/requestBody\?/.test(told?.[1] ?? '') && { request: { type: 'object' } }),
      ...(httpMethod !== 'DELETE' && { response: answerOf(parameters) }),
      ...(upload && { supportsMediaUpload: true, mediaUpload: { accept: ['*/*'], protocols } }),
    }
  }
  return methods
}

function parametersOf(text: string, required: string) {
  const parameters: Record<string, object> = {}
  for (const [, name = '', type = '', many] of text.matchAll(
    /^ {8}(\w+)\?: (string|number|boolean)(\[\])?;/gm,
  ))
    parameters[name] = {
      type: type === 'number' ? 'integer' : type,
      location: 'query',
      ...(many && { repeated: true }),
      ...(required.includes(`'${name}'`) && { required: true }),
    }
  return parameters
}

/** Of what comes in pages a client has a call for the next one. */
function answerOf(parameters: object) {
  const properties = 'pageToken' in parameters ? { nextPageToken: { type: 'string' } } : {}
  return { type: 'object', properties }
}

function capital(name: string) {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}
