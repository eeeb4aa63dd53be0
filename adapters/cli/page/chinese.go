package page

import "github.com/devcodex/intent-runtime/domain/intent"

var chinese = Words{
	Tag:          "zh",
	Asked:        "请求内容",
	Goal:         "主要目标",
	Intents:      "意图",
	NoIntents:    "没有提出任何请求。",
	Requirements: "要求",
	Prohibitions: "禁止事项",
	Data:         "数据",
	NoData:       "材料中没有所选字段的内容。",
	Field:        "字段",
	Value:        "值",
	Evidence:     "原文依据",
	Question:     "问题",
	Materials:    "读取的材料",
	Failed:       "没有结果",
	Reason:       "给出的原因",
	Hint:         "提示",
	Issues:       "问题所在",
	Understood:   "仍然理解到的内容",
	Next:         "下一步",
	Request:      "请求",
	Background:   "背景",
	Messages: map[intent.Role]string{
		intent.RoleUser: "用户消息 %d", intent.RoleAssistant: "助手消息 %d", intent.RoleTool: "工具消息 %d",
	},
	Colon: "：", Comma: "，", Open: "（", Close: "）", Quote: "「", Unquote: "」",
	NoAction: "动作不明",
	Actions: map[intent.Action]string{
		intent.ActionQuery: "查询", intent.ActionAnalyze: "分析", intent.ActionGenerate: "生成",
		intent.ActionModify: "修改", intent.ActionDelete: "删除", intent.ActionExecute: "执行",
		intent.ActionOther: "其他",
	},
	Statuses: map[intent.Status]string{
		intent.StatusReady:                "已理解（不代表已获许可）",
		intent.StatusNeedsClarification:   "需要澄清",
		intent.StatusAwaitingConfirmation: "等待确认",
		intent.StatusConditional:          "有条件",
	},
	Exact:       "原文",
	Derived:     "推导",
	Places:      "有歧义：出现在 %d 处",
	InsideWord:  "在词语内部",
	Unconfirmed: "模型最后给出的字段值，未被接受",
	Skipped:     "尚未读取字段：有意图需要先澄清。",
	Legend: Legend{
		Title: "标记说明", Value: "字段值的原文依据", Doubt: "出现在多处的原文",
		Intent: "意图", Requirement: "条件或要求", Prohibition: "禁止事项", Question: "问题",
		Computed: "除原文依据外，标记均由共同的词语计算得出，不是依据。",
		Show:     "在原文中", At: "位置 %d", Offsets: "字节 %d，码点 %d，UTF-16 单元 %d", More: "另有 %d 处",
		Bounded: "只标记了前 %d 处。",
	},
	Readings: "%d 个请求",
	ReadBy:   "读取者 %s，说明语言 %s，指令版本 %s",
	Wait:     "模型服务要求等待 %s。",
	LimitOf:  "限制 %s：%d，最多允许 %d",
	Reasons: map[intent.FailureReason]string{
		intent.FailedDNS:       "无法解析模型服务的域名。请检查 base URL 和网络。",
		intent.FailedConnect:   "无法连接模型服务。请检查 base URL、网络和防火墙。",
		intent.FailedTLS:       "无法与模型服务建立安全连接。请检查其证书和本机时钟。",
		intent.FailedStatus:    "模型服务返回了错误。",
		intent.FailedDecode:    "无法读取模型服务的回答。请确认 base URL 是 API 而不是网页。",
		intent.FailedOversize:  "模型服务的回答过大。",
		intent.FailedDropped:   "回答未完成时连接已断开。请重试。",
		intent.FailedProxy:     "代理服务器拒绝了请求。请检查环境中的代理设置。",
		intent.FailedExecutor:  "执行器自身出错。",
		intent.FailedValidator: "模式校验器出错。可使用 `validator: native`。",
		intent.FailedStore:     "会话存储出错。",
	},
	Provider: "模型服务的代码：",
	Providers: map[string]string{
		"model_not_found":         "请检查模型名称以及账户是否可以使用它。",
		"context_length_exceeded": "请缩短请求或背景，或换用上下文更长的模型。",
		"insufficient_quota":      "账户额度已用完。",
		"invalid_api_key":         "请检查 API 密钥。",
		"rate_limit_exceeded":     "请稍后重试，或提高账户的限额。",
	},
	Stages: map[intent.Stage]string{
		intent.StageConfig: "配置", intent.StageInput: "请求", intent.StageCore: "核心阶段",
		intent.StageData: "数据阶段", intent.StageBridge: "桥接",
	},
	Codes: map[intent.Code]Advice{
		intent.ConfigInvalid: {"配置有误。",
			"请改正上面列出的每个键；可用的取值见 docs/configuration.md。"},
		intent.SchemaUnsupported: {
			"模式（schema）使用了无法严格支持的写法。",
			"运行 `intent schema check FILE`：它会列出每个原因，并在可能时给出改法。"},
		intent.InputInvalid: {
			"请求的格式不对。",
			"请改正上面列出的地方：请求必须有非空的 `input`，另外只可有 `fields` 和 `context`。"},
		intent.UnknownField: {
			"请求了模式中没有声明的字段。",
			"请使用已声明字段的准确名称；不指定字段则提取全部。"},
		intent.LimitExceeded: {
			"超出了限制。",
			"请减少一次提交的内容，或在实例的 `limits` 中调高上面提到的限制。"},
		intent.ExecutorNotConfigured: {
			"没有配置执行读取的模型。",
			"请为该实例配置 executor。"},
		intent.InstanceDisposed: {
			"该实例已被释放。",
			"请新建实例后重试。"},
		intent.ModelAuthFailed: {
			"模型服务没有接受 API 密钥。",
			"请检查环境变量中的密钥和账户权限；可用 `intent doctor --probe` 测试。"},
		intent.ModelRateLimited: {
			"模型服务要求等待：调用过多或额度不足。",
			"请稍后重试，或提高账户的限额。"},
		intent.ModelRequestFailed: {
			"无法调用模型。",
			"请重试；若仍失败，用 `intent doctor --probe` 检查网络、模型名称和 base URL。"},
		intent.ModelTimeout: {
			"读取完成前已超过时限。",
			"请用更长的 `--timeout` 重试，或缩短请求。"},
		intent.ModelAborted: {
			"读取已被取消。",
			"需要时请重新提交。"},
		intent.ModelRefused: {
			"执行器拒绝读取该请求。",
			"若上面给出了原因，请先解决；否则请换一种说法，或换用其他 `--executor`。"},
		intent.ModelOutputIncomplete: {
			"模型的回答被截断。",
			"请一次少提交一些内容；若使用模型，请调高 executor 的 `maxOutputTokens`。"},
		intent.ModelOutputInvalid: {
			"模型的回答没有通过检查。",
			"请重试、换用更强的模型或简化模式；`--trace FILE` 可查看模型写了什么。"},
		intent.DataExtractionFailed: {
			"请求已理解，但无法按模式填写字段。",
			"请补充上面缺少或不清楚的信息后重试；若模式容纳不下所说的内容，请修改模式。"},
		intent.HostCapabilityUnsupported: {"执行器做不到所要求的事。",
			"请换用其他执行器或模型，或关闭它不支持的功能（`nativeJsonSchema: false`）。"},
	},
}
