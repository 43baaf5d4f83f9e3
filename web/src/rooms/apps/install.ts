/** Links that put an MCP server into a client by one click. */

/** https://cursor.com/docs/mcp/install-links (2026-11-22): the server's part of mcp.json, in base64. */
export function cursorLink(address: string) {
  const config = encodeURIComponent(btoa(JSON.stringify({ url: address })))
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=crier&config=${config}`
}

/** As generators of other projects' links have it (2026-11-22): the name among the server's part of mcp.json, URL-encoded. */
export function vsCodeLink(address: string) {
  const config = { name: 'crier', type: 'http', url: address }
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`
}
