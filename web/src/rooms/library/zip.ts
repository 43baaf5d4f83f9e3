/** Many files as one zip, which the browser writes to the disk as it comes. */
import { Crier, type DownloadMediaInput } from '@crier/sdk'
import { patientFetch } from '../../api/session.ts'

/** What would be refused is thrown here; what is not is left to the browser. */
export async function download(workspace_id: number, what: DownloadMediaInput) {
  let address = ''
  const crier = new Crier({
    base_url: `/console/workspaces/${workspace_id}`,
    retries: 0,
    async fetch(input, init) {
      const answer = await patientFetch(input, init)
      if (!answer.ok) return answer
      address = answer.url
      await answer.body?.cancel()
      return Response.json({})
    },
  })
  await crier.downloadMedia(what)
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
