package intent

// Category says what kind of fault an [Issue] is.
type Category string

// The categories. Business issues are of the first two; the others tell what an error's list holds.
const (
	CategoryBusinessInformation Category = "business_information" // the material lacks or contradicts something
	CategoryDefinition          Category = "definition"           // the schema cannot hold what is said
	CategoryProcessing          Category = "processing"           // the model's candidate is wrong
	CategoryConfig              Category = "config"               // the configuration or schema is wrong
	CategoryInput               Category = "input"                // the request is wrong
)

// Codes of business issues.
const (
	DataRequiredMissing         Code = "DATA_REQUIRED_MISSING"
	DataAmbiguous               Code = "DATA_AMBIGUOUS"
	DataConflict                Code = "DATA_CONFLICT"
	DataDependencyMissing       Code = "DATA_DEPENDENCY_MISSING"
	DataCardinalityMismatch     Code = "DATA_CARDINALITY_MISMATCH"
	DataValueUnrepresentable    Code = "DATA_VALUE_UNREPRESENTABLE"
	DataConstraintViolated      Code = "DATA_CONSTRAINT_VIOLATED"
	DataDescriptionUndetermined Code = "DATA_DESCRIPTION_UNDETERMINED"
	// DataSourceInvalid is reserved: no model may report it, the runtime does not make it.
	DataSourceInvalid Code = "DATA_SOURCE_INVALID"
)

// Issue is one fault within an [Error].
type Issue struct {
	Code     Code
	Category Category
	Path     *string // a JSON Pointer into what the error is about; nil where none fits
	Message  string
}

// BusinessCategory tells the category that a business issue's code pairs with, and whether a model
// may report that code at all.
func BusinessCategory(code Code) (Category, bool) {
	switch code {
	case DataRequiredMissing, DataAmbiguous, DataConflict, DataDependencyMissing:
		return CategoryBusinessInformation, true
	case DataCardinalityMismatch, DataValueUnrepresentable, DataConstraintViolated, DataDescriptionUndetermined:
		return CategoryDefinition, true
	default:
		return "", false
	}
}

// BusinessCodes lists the codes a model may report, those of [CategoryBusinessInformation] first.
func BusinessCodes() []Code {
	return []Code{
		DataRequiredMissing, DataAmbiguous, DataConflict, DataDependencyMissing,
		DataCardinalityMismatch, DataValueUnrepresentable, DataConstraintViolated, DataDescriptionUndetermined,
	}
}
