import { words } from '../kernel/locale.ts'

export const payAccountRules = words({
  payNoKey: ['请至少填写一项要更换的密钥', '請至少填寫一項要更換的金鑰', 'Enter at least one key to replace'],
  payForm: [
    '格式不正确，请从支付渠道后台复制',
    '格式不正確，請從支付管道後台複製',
    "Not in the right format. Copy it from the provider's console.",
  ],
  wechatPlatformKey: [
    '请填写微信支付公钥或平台证书，用于验证微信支付的通知',
    '請填寫微信支付公鑰或平台憑證，用於驗證微信支付的通知',
    "Enter WeChat Pay's public key or its platform certificate, by which its messages are checked",
  ],
  wechatKeyPair: [
    '微信支付公钥和公钥 ID 须同时填写',
    '微信支付公鑰和公鑰 ID 須同時填寫',
    'The public key and its number go together',
  ],
  alipayOwnKey: [
    '这是应用自己的公钥，请填写支付宝公钥',
    '這是應用自己的公鑰，請填寫支付寶公鑰',
    "This is your application's public key. Enter the one of Alipay.",
  ],
  payPrivateKey: [
    '不是有效的 RSA 私钥（PEM，至少 2048 位）',
    '不是有效的 RSA 私鑰（PEM，至少 2048 位元）',
    'This is not an RSA private key (PEM, at least 2048 bits)',
  ],
  payPublicKey: [
    '不是有效的 RSA 公钥（PEM，至少 2048 位）',
    '不是有效的 RSA 公鑰（PEM，至少 2048 位元）',
    'This is not an RSA public key (PEM, at least 2048 bits)',
  ],
  payCertificate: [
    '不是有效的 X.509 证书（PEM）',
    '不是有效的 X.509 憑證（PEM）',
    'This is not an X.509 certificate (PEM)',
  ],
  payCertificateExpired: [
    '证书已过期，请上传新的证书',
    '憑證已過期，請上傳新的憑證',
    'This certificate has expired. Enter the new one.',
  ],
  payNotOffered: [
    '当前地区或系统暂不支持此支付方式的自有账户',
    '目前地區或系統暫不支援此付款方式的自有帳戶',
    'Accounts of your own are not offered for this payment method here',
  ],
})
