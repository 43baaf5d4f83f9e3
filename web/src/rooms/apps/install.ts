/** Links that put an MCP server into a client by one click, as the clients' documents have them. */

/** https://cursor.com/docs/mcp/install-links (2026-11-22): the server's part of mcp.json, in base64. */
export function cursorLink(address: string) {
  const config = encodeURIComponent(btoa(JSON.stringify({ url: address })))
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=crier&config=${config}`
}

/** https://code.visualstudio.com/api/extension-guides/ai/mcp (2026-11-22): the name among the server's part of mcp.json. */
export function vsCodeLink(address: string) {
  const config = { name: 'crier', type: 'http', url: address }
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`
}
