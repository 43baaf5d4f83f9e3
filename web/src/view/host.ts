/**
 * What a page inside of an MCP client (MCP Apps, protocol 2026-01-26) says to the client around it, and hears from it:
 * JSON-RPC by `postMessage`. See docs/decisions/0130.
 */

/** What the client says of itself; it may change at any time. */
export interface HostContext {
  theme?: 'light' | 'dark'
  locale?: string
}

export interface ToolResult {
  isError?: boolean
  structuredContent?: unknown
  content?: readonly { type: string; text?: string }[]
}

export interface Heard {
  /** What the tool was called with. */
  input(given: Record<string, unknown>): void
  result(result: ToolResult): void
  context(context: HostContext): void
}

export interface Host {
  /** Whether tools can be called through it. */
  calls: boolean
  /** Whether it opens addresses. */
  opens: boolean
  call(name: string, args: Record<string, unknown>): Promise<ToolResult>
  open(url: string): Promise<unknown>
}

const PROTOCOL = '2026-01-26'
const about = { name: 'crier', title: 'Crier', version: '1' }

/** Resolves when the client has answered. A client that does not is waited for: nothing is shown meanwhile. */
export async function meet(heard: Heard, around: Window = window.parent): Promise<Host> {
  const open = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  const send = (message: object) => around.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const ask = async (method: string, params: object) => {
    const id = ++last
    const answer = Promise.withResolvers<unknown>()
    open.set(id, answer)
    send({ id, method, params })
    return answer.promise
  }
  addEventListener('message', ({ source, data }) => {
    if (source !== around || !isObject(data) || data['jsonrpc'] !== '2.0') return
    const { id, method, params, result, error } = data
    if (typeof method === 'string') {
      hear(method, isObject(params) ? params : {}, heard)
      // It asks whether we are there, or says that we end: there is nothing to be done for either.
      if (id !== undefined)
        send(
          method === 'ping' || method === 'ui/resource-teardown'
            ? { id, result: {} }
            : { id, error: { code: -32601, message: `There is no ${method} here.` } },
        )
      return
    }
    const answer = typeof id === 'number' ? open.get(id) : undefined
    if (typeof id === 'number') open.delete(id)
    if (error === undefined) answer?.resolve(result)
    else answer?.reject(new Error(saidBy(error)))
  })
  const answer = await ask('ui/initialize', {
    appInfo: about,
    appCapabilities: {},
    protocolVersion: PROTOCOL,
  })
  const met = isObject(answer) ? answer : {}
  const can = isObject(met['hostCapabilities']) ? met['hostCapabilities'] : {}
  heard.context(isObject(met['hostContext']) ? met['hostContext'] : {})
  send({ method: 'ui/notifications/initialized', params: {} })
  tellSize((size) => send({ method: 'ui/notifications/size-changed', params: size }))
  return {
    calls: can['serverTools'] !== undefined,
    opens: can['openLinks'] !== undefined,
    call: async (name, args) => resultIn(await ask('tools/call', { name, arguments: args })),
    open: (url) => ask('ui/open-link', { url }),
  }
}

function hear(method: string, params: Record<string, unknown>, heard: Heard) {
  if (method === 'ui/notifications/tool-input')
    heard.input(isObject(params['arguments']) ? params['arguments'] : {})
  if (method === 'ui/notifications/tool-result') heard.result(resultIn(params))
  if (method === 'ui/notifications/host-context-changed') heard.context(params)
}

function resultIn(value: unknown): ToolResult {
  return isObject(value) ? value : { isError: true }
}

function saidBy(error: unknown) {
  const message = isObject(error) ? error['message'] : undefined
  return typeof message === 'string' ? message : 'The client refused it.'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The client gives as much room as is asked for. */
function tellSize(tell: (size: { width: number; height: number }) => void) {
  const { body } = document
  let before = ''
  new ResizeObserver(() => {
    const size = { width: body.scrollWidth, height: Math.ceil(body.getBoundingClientRect().height) }
    if (JSON.stringify(size) === before) return
    before = JSON.stringify(size)
    tell(size)
  }).observe(body)
}
