# Writes OUTPUT, a C++ source whose FUNCTION gives the text of INPUT.
file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "#include <string_view>\n
namespace saccade {
std::string_view ${FUNCTION}();
std::string_view ${FUNCTION}() {
  return R\"~text~(${text})~text~\";
}
}  // namespace saccade\n")
