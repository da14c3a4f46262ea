import { type Locale, wordIn, words, type Words } from '../kernel/locale.ts'
import type { OnlineClient } from '../payments/clients.ts'
import type { PayAccountField } from './fields.ts'

/** Names of the fields that all providers share. */
export const payAccountFieldWords = words({
  provider: ['支付方式', '付款方式', 'Payment'],
  account_no: ['商户号', '商家號', 'Merchant number'],
  app_id: ['应用 ID', '應用 ID', 'App ID'],
  enabled: ['启用', '啟用', 'In use'],
  keys: ['更换密钥', '更換金鑰', 'Keys replaced'],
  changed_at: ['更新时间', '更新時間', 'Changed'],
  created_at: ['添加时间', '新增時間', 'Added'],
})

/** Fields by the names that the provider's own console shows. */
const providerFieldWords: Record<OnlineClient, Words<string>> = {
  wechat: words({
    account_no: ['商户号 (mch_id)', '商家號 (mch_id)', 'Merchant number (mch_id)'],
    app_id: ['AppID', 'AppID', 'AppID'],
    serial: ['商户API证书序列号', '商家API憑證序號', 'Serial number of the API certificate'],
    private_key: ['商户API私钥', '商家API私鑰', 'Private key (apiclient_key.pem)'],
    api_key: ['APIv3密钥', 'APIv3金鑰', 'APIv3 key'],
    public_key_id: ['微信支付公钥 ID ', '微信支付公鑰 ID ', 'Number of the WeChat Pay public key'],
    public_key: ['微信支付公钥', '微信支付公鑰', 'WeChat Pay public key (pub_key.pem)'],
    certificate: ['微信支付平台证书', '微信支付平台憑證', 'WeChat Pay platform certificate'],
  }),
  alipay: words({
    account_no: ['商户 PID', '商家 PID', 'Seller number (PID)'],
    app_id: ['应用 APPID', '應用 APPID', 'APPID'],
    private_key: ['应用私钥', '應用私鑰', 'Private key of the application'],
    public_key: ['支付宝公钥', '支付寶公鑰', 'Alipay public key'],
  }),
  gkash: words({
    account_no: ['商户号 (CID)', '商家號 (CID)', 'Merchant number (CID)'],
    api_key: ['签名密钥', '簽章金鑰', 'Signature key'],
  }),
}

export const payFieldText = (locale: Locale, provider: OnlineClient, field: PayAccountField): string =>
  wordIn(providerFieldWords[provider], locale, field) ?? field

export const payCollectorWords = words({
  own: ['自有账户收款', '自有帳戶收款', 'Into your own account'],
  agent: ['代理商账户收款', '代理商帳戶收款', "Into your agent's account"],
  platform: ['平台代收并结算', '平台代收並結算', 'The platform collects and settles'],
  none: ['未开通', '未開通', 'Not offered'],
})

/** Why a trial of an account failed. */
export const payTrialWords = words({
  silent: [
    '支付渠道没有响应，请稍后重试',
    '支付管道沒有回應，請稍後重試',
    'The provider did not answer. Try again later.',
  ],
  unsigned: [
    '支付渠道的应答没有与所填公钥或证书相符的签名',
    '支付管道的回應沒有與所填公鑰或憑證相符的簽章',
    "The provider's answer has no signature that fits the public key or certificate that you entered",
  ],
  refused: [
    '支付渠道拒绝了请求，请核对商户号和密钥',
    '支付管道拒絕了請求，請核對商家號和金鑰',
    'The provider refused the request. Check the merchant number and the keys.',
  ],
})
