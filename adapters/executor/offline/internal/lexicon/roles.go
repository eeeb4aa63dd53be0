package lexicon

// Role is what a word can do in a clause. A word may have several.
type Role uint64

// The roles. The comments show an example of each.
const (
	Verb     Role = 1 << iota // cancel, 取消
	Nounish                   // a verb that is as often a noun: order, report
	Past                      // cancelled, sent
	Ing                       // cancelling
	Third                     // cancels
	Say                       // a verb whose object is what is said or asked: tell, 告诉
	Pair                      // a verb with a receiver before its object: send, give
	Open                      // a Chinese verb with a complement whose object follows: 发给, 改成
	Whole                     // a verb that needs no object: reboot, 打电话
	Filler                    // just, now, 那么
	Polite                    // could you, 麻烦你
	Then                      // after that, 然后
	First                     // first, 先
	Also                      // also, 另外
	And                       // and, 和
	But                       // but, 但是
	Or                        // or, 或者
	Either                    // either, 要么
	Else                      // otherwise, 否则
	Never                     // do not, 不要
	Not                       // not, 不是
	No                        // no, without any
	Need                      // no need to, 不用
	Chat                      // thanks, 多谢
	Story                     // I might, 打算
	Wrong                     // no wait, 说错了
	Doubt                     // actually, 等等
	Forget                    // never mind, 算了
	Want                      // I need, 我要一份
	Rule                      // at most, 不超过
	If                        // if, once, 如果
	Until                     // until, 直到
	Reason                    // because, so that, 因为
	Before                    // before, 之前
	Tail                      // please, 一下
	Except                    // except, 除了
	Made                      // what is written or drawn: report, summary
	Question                  // who, when, 多少
	Why                       // why, 为什么
	Aux                       // is, did
	Modal                     // should, must be, 可以
	Subject                   // I, we, 他
	Pronoun                   // it, them, 它
	Det                       // the, all, 所有
	Prep                      // to, from, 在
	Of                        // of, 的
	That                      // that, who
	Time                      // tomorrow, 下午
	Unit                      // euro, 元
	Number                    // twelve, 十二
	Consent                   // approval, 确认
	Me                        // me, my, 我
	Report                    // said, 说
	Front                     // what brings the object before its verb: 把
	Ask                       // 吗, 了没有
	Done                      // already, 已经
	After                     // what closes a condition: 以后, 的话
	Weak                      // one character that is a verb only in a verb's place: 发
	Thing                     // what is registered rather than written: ticket, account
	Resume                    // go ahead, 继续
	Yes                       // yes, 好的
	Common                    // everyday words that are no enum member by themselves
	Measure                   // 份, 个
	Solo                      // a character that keeps its role inside an unknown word: 的
)

var roleNames = map[string]Role{
	"verb": Verb, "nounish": Nounish, "past": Past, "say": Verb | Say, "pair": Verb | Pair, "open": Open,
	"whole": Whole, "filler": Filler, "polite": Polite, "then": Then, "first": First, "also": Also, "and": And,
	"but": But, "or": Or, "either": Either, "else": Else, "never": Never, "not": Not, "no": No, "need": Need,
	"chat": Chat, "story": Story, "wrong": Wrong, "doubt": Doubt, "forget": Forget, "want": Want, "rule": Rule,
	"if": If, "until": Until, "reason": Reason, "before": Before, "tail": Tail, "except": Except,
	"without": Except, "made": Made, "question": Question, "why": Why, "aux": Aux, "modal": Modal, "subject": Subject,
	"pronoun": Pronoun, "det": Det, "prep": Prep, "of": Of, "that": That, "time": Time, "unit": Unit,
	"number": Number, "consent": Consent, "me": Me, "report": Report, "front": Front, "ask": Ask, "done": Done,
	"after": After, "noun": 0, "unless": If, "thing": Thing, "resume": Resume, "yes": Yes, "common": Common,
	"measure": Measure, "solo": Solo,
}
