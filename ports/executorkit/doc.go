// Package executorkit has what an author of an executor needs beside the port: a key type that shows
// itself nowhere, and the mapping of what goes wrong with a provider to the runtime's error codes, the
// same way for every executor.
//
//	response, err := client.Do(request)
//	if err != nil {
//		return intent.ModelReply{}, executorkit.FromError(ctx, request.Stage, err)
//	}
//	if response.StatusCode != http.StatusOK {
//		wait := executorkit.RetryAfter(response.Header, time.Now())
//		return intent.ModelReply{}, executorkit.FromStatus(request.Stage, response.StatusCode, wait)
//	}
//
// Its errors are all *intent.Error. They hold no text of a provider: only a status, a reason of a closed
// list and how long to wait. The conformance kit is package executortest.
//
// The package is public and covered by the project's compatibility promise. It imports no network
// package.
package executorkit
