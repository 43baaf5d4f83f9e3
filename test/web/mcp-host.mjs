// An MCP client around a view: the official library's half of the wire, in a page of its own. `callTool` is the test's.
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

const opened = []
const sizes = []

async function show({ html, input, result }) {
  const frame = document.createElement('iframe')
  frame.title = 'View'
  frame.style.cssText = 'width: 100%; height: 1200px; border: 0'
  // As clients hold it: scripts, and nothing of its own to remember anything in.
  frame.setAttribute('sandbox', 'allow-scripts')
  document.querySelector('iframe')?.remove()
  document.body.append(frame)
  const inner = frame.contentWindow
  const bridge = new AppBridge(
    null,
    { name: 'a client', version: '1' },
    { openLinks: {}, serverTools: {} },
    { hostContext: { theme: 'light', locale: 'en-GB' } },
  )
  bridge.oncalltool = ({ name, arguments: args = {} }) => globalThis.callTool(name, args)
  bridge.onopenlink = async ({ url }) => {
    opened.push(url)
    return {}
  }
  bridge.onsizechange = (size) => void sizes.push(size)
  const ready = Promise.withResolvers()
  bridge.oninitialized = () => ready.resolve()
  await bridge.connect(new PostMessageTransport(inner, inner))
  frame.srcdoc = html
  await ready.promise
  await bridge.sendToolInput({ arguments: input })
  await bridge.sendToolResult(result)
}

globalThis.client = { show, opened, sizes }
