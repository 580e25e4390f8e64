# Parses each program, and tells what it asks: the value of query.
for (path in readLines(file("stdin"))) {
  told <- tryCatch({
    program <- parse(path, encoding = "UTF-8")
    assigned <- Filter(function(each) is.call(each) && identical(each[[2]], as.name("query")), as.list(program))
    list(path = path, text = assigned[[1]][[3]])
  }, error = function(error) list(path = path, problem = conditionMessage(error)))
  cat(jsonlite::toJSON(told, auto_unbox = TRUE), "\n", sep = "")
}
