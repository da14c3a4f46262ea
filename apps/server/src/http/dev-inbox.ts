import type { FastifyInstance } from 'fastify'

import type { Deps } from '../kernel/ctx.ts'
import { type InboxMessage, readInbox } from '../ports/sms/dev-inbox.ts'
import { escapeHtml } from './html.ts'
import { isFromHere } from './origin.ts'

const row = ({ phone, purpose, code, sent_at: sentAt }: InboxMessage): string =>
  `<tr><td>${sentAt.toISOString()}</td><td>${escapeHtml(phone)}</td><td>${escapeHtml(purpose)}</td><td><b>${escapeHtml(code)}</b></td></tr>`

const page = (messages: InboxMessage[]): string => `<!doctype html>
<html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5">
<title>Slotwise · 短信 / SMS</title>
<h1>短信收件箱 · 簡訊收件匣 · SMS inbox</h1>
<p>演示与开发环境 · 展示與開發環境 · demo and development only</p>
<table border="1" cellpadding="6"><tr><th>时间 / 時間 / time (UTC)</th><th>手机 / 手機 / phone</th><th>用途 / 用途 / purpose</th><th>验证码 / 驗證碼 / code</th></tr>
${messages.map(row).join('\n')}
</table></html>`

/**
 * Shows text messages where no provider is configured; absent otherwise. Codes open accounts, so only this computer
 * reads them.
 */
export function serveInbox(app: FastifyInstance, deps: Deps): void {
  if (!deps.config.devInbox) return
  app.get('/dev/inbox', async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound()
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'")
      .send(page(await readInbox(deps.db.main)))
  })
  app.get('/dev/inbox.json', async (request, reply) =>
    isFromHere(request) ? readInbox(deps.db.main) : reply.callNotFound(),
  )
}
