import { words } from '@slotwise/contract'

export const apiDocsWords = words({
  title: ['接口文档', 'API 說明', 'API reference'],
  intro: [
    '供开发人员对接。说明为英文。密钥和事件推送在“系统对接”中创建。',
    '供開發人員串接。說明為英文。金鑰和事件推送在「系統串接」中建立。',
    'For developers. Keys and webhooks are created on the page “Integrations”.',
  ],
  toIntegrations: ['系统对接', '系統串接', 'Integrations'],
  download: ['下载原始文件', '下載原始檔案', 'Download the document'],
  search: ['按名称、路径或权限查找', '依名稱、路徑或權限尋找', 'Find by name, path or permission'],
  onlyKeys: ['仅显示支持密钥的接口', '僅顯示支援金鑰的介面', 'Only calls that are open to keys'],
  found: ['{count} 个接口', '{count} 個介面', '{count} {count|call|calls}'],
  none: ['没有符合的接口', '沒有符合的介面', 'No matching calls'],
  loading: ['正在加载…', '正在載入…', 'Loading…'],
  failed: ['文档加载失败', '說明載入失敗', 'The document could not be loaded'],
  again: ['重试', '重試', 'Try again'],
})
